import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cleanEnvironment, run } from './run.js'

/** One of Verdaccio's packages names a version that the registry may not have. */
const packages = { dependencies: { verdaccio: '6.10.4' }, overrides: { 'node-fetch': '2.7.0' } }

let started: Promise<string> | undefined

/**
 * Starts a registry on this machine that has the tarball, and forwards requests for every other package. The checks of
 * a run share it, and it ends with this process. Returns its URL.
 */
export function startRegistry(temporary: string, tarball: string): Promise<string> {
  started ??= start(join(temporary, 'registry'), tarball)
  return started
}

async function start(folder: string, tarball: string): Promise<string> {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, ...packages }))
  await run(folder, 'npm', ['install', '--no-audit', '--no-fund'])
  const upstream = (await run(folder, 'npm', ['config', 'get', 'registry'])).trim()
  writeFileSync(join(folder, 'config.yaml'), configure(upstream))
  const port = await findPort()
  const url = `http://localhost:${port}/`
  const server = spawn(
    process.execPath,
    [join(folder, 'node_modules/verdaccio/bin/verdaccio'), '--config', 'config.yaml', '--listen', `${port}`],
    { cwd: folder, env: cleanEnvironment(), stdio: 'ignore' },
  )
  server.unref()
  process.once('exit', () => server.kill())
  await waitFor(url, server)
  writeFileSync(join(folder, '.npmrc'), `registry=${url}\n//localhost:${port}/:_authToken=anyone\n`)
  await run(folder, 'npm', ['publish', '--ignore-scripts', '--userconfig', '.npmrc', tarball])
  return url
}

const configure = (upstream: string) => `
storage: ./storage
uplinks: { upstream: { url: '${upstream}', timeout: 60s, max_fails: 100 } }
packages:
  fillproof: { access: $all, publish: $all }
  '**': { access: $all, proxy: upstream }
max_body_size: 50mb
log: { type: stdout, level: fatal }
`

function findPort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

async function waitFor(url: string, server: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 1200; tries++) {
    const response = await fetch(`${url}-/ping`).catch(() => undefined)
    if (response?.ok) return
    if (server.exitCode !== null) break
    await sleep(100)
  }
  throw new Error('the registry does not answer')
}
