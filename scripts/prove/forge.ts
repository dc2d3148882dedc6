// Forge, which drives the compiler for the prover and for the static analyzer.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

const packageName = '@foundry-rs/forge'
const version = '1.7.1'
const folder = join(import.meta.dirname, '../../cache/prove/forge', version)

/** Returns forge's path. Installs forge from npm if it is missing, because only this command and its sibling need it. */
export function prepareForge(): string {
  const path = join(folder, 'node_modules/.bin/forge')
  if (existsSync(path)) return path
  console.error(`Installing ${packageName} ${version}`)
  const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', `${packageName}@${version}`]
  execFileSync('npm', args, { stdio: ['ignore', 'ignore', 'inherit'] })
  return path
}

/** Returns the environment for a program that calls forge itself. */
export function environmentWithForge(): NodeJS.ProcessEnv {
  return { ...process.env, PATH: [dirname(prepareForge()), process.env.PATH].join(delimiter) }
}
