// What each command prints on a terminal. CAPTURE=write stores the captures anew; read them before you commit them.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { expect } from 'chai'
import { mock } from '../../src/cli/commands/mock.js'
import { print } from '../../src/cli/output.js'
import { describeVerification } from '../../src/cli/verify/describeVerification.js'
import { verifyRequest } from '../../src/cli/verify/verifyRequest.js'
import { type MockService, startMockService } from '../../src/mock/index.js'
import type { Verification } from '../../src/report/verification.js'
import { mockProfile } from '../../src/service/profile/mockProfile.js'
import { findProfile } from '../../src/service/profile/namedProfiles.js'
import { deployerKey, file, startServers } from '../deploy/support.js'
import { chainsOf, getQuote, pay, waitFor } from '../mock/helpers.js'
import { startHttpServer } from '../support/httpServer.js'
import { setUpFolder } from '../support/makeFolder.js'
import { metadataRouter } from '../support/routerKinds.js'
import { readVector } from '../support/vectors.js'
import { callCommand, captureOutput } from './callCommand.js'
import type { Outcome } from './helpers.js'
import { findFreePort, findMock, root } from './helpers.js'
import { makeAttestation, makeOrder, serve, solver } from './verifySupport.js'

const folderOfCaptures = join(root, 'test/cli/captures')
const isWriting = process.env.CAPTURE === 'write'
const colored = { NO_COLOR: '', FORCE_COLOR: '1' }

/** Hides what another run, another machine or another build of the contracts changes, and keeps each width. */
function mask(text: string): string {
  return text
    .replace(/0x[0-9a-fA-F]{16,}/g, (hex) => `0x${'a'.repeat(hex.length - 2)}`)
    .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:00000')
    .replace(/\d+\.\d+ s\b/g, '0.0 s')
    .replace(/\d[\d,.]*(?= gas\b)/g, '0')
    .replace(/\d+\.\d+(?=\s(of the native|gwei|for the proxy))/g, '0.0')
    .replace(
      /(│ (?:implementation|factory|receiver|installProxy|fundProxyDeployer) +│.*│ )[\d,]+ +│/g,
      '$10 │',
    )
    .replace(/(│ (?:seconds|per second) +│) [\d,.]+ +│/g, '$1 0 │')
    .replace(/block [\d,]+/g, 'block 0')
    .replace(/\n+$/, '\n')
}

/** Compares what is printed at 80 and at 120 columns, and that colors change nothing else. */
async function compare(
  name: string,
  run: (env: Record<string, string>, columns: number) => Promise<Outcome>,
) {
  for (const columns of [80, 120]) {
    const plain = await run({}, columns)
    const { stdout } = await run(colored, columns)
    expect(stdout, 'colors').to.include('\u001b[')
    expect(mask(stripVTControlCharacters(stdout))).to.equal(mask(plain.stdout))
    // Only a single word, or what is copied as one line, may be longer.
    const long = plain.stdout.split('\n').filter((line) => line.length > columns && / /.test(line.trim()))
    expect(
      long.filter((line) => !line.startsWith('  ')),
      `${name} at ${columns}`,
    ).to.deep.equal([])
    const values = plain.stdout.split('\n').filter((line) => columns === 80 && /0x[\da-f]{64}/.test(line))
    for (const line of values) expect(line, 'with a value of 32 bytes').to.match(/^ *0x[\da-f]{64,},?$/)
    const path = join(folderOfCaptures, `${name}.${columns}.txt`)
    if (isWriting) writeFileSync(path, mask(plain.stdout))
    expect(mask(plain.stdout)).to.equal(readFileSync(path, 'utf8'))
  }
}

describe('captures of the terminal', () => {
  const folder = setUpFolder()
  before(async () => {
    if (isWriting) mkdirSync(folderOfCaptures, { recursive: true })
  })

  it('check', async () => {
    const line = JSON.stringify(readVector('attestation-v1-live').record)
    const forged = line.replace('700000000000000000', '700000000000000001')
    const path = folder.path('records.ndjson')
    const lines = [line, forged, '{"requestId":"0x12"}', line.slice(0, 50), forged, '']
    writeFileSync(path, `${lines.join('\n')}\n`)
    await compare('check', (env, columns) => callCommand(['check', path, '--threads', '0'], env, columns))
  })

  it('demo', async function () {
    this.timeout(240_000)
    await compare('demo', (env, columns) => callCommand(['demo'], env, columns))
  })

  it('verify', async () => {
    const server = await startHttpServer()
    const zone = process.env.TZ
    process.env.TZ = 'UTC'
    try {
      const orderData = makeOrder({ deadline: 4_102_444_800 })
      const requestId = await serve(server, makeAttestation(orderData))
      const order = folder.path('order.json')
      writeFileSync(order, JSON.stringify(orderData))
      const options = { url: server.url, order, solver: [solver.address] }
      const found = await verifyRequest(requestId, options, findProfile('relay')!)
      const show = async () => {
        print(describeVerification(found as Verification, 4_102_441_200))
        return 0
      }
      await compare('verify', (env, columns) => captureOutput(show, env, columns))
    } finally {
      process.env.TZ = zone
      if (zone === undefined) delete process.env.TZ
      await server.close()
    }
  })

  it('deploy --dry-run', async () => {
    const [server] = await startServers()
    try {
      const config = folder.path('receiver.json')
      const { routers: _, ...own } = file
      const routes = [
        ...file.routes,
        { chainId: 792703809, currency: `0x${'12'.repeat(32)}`, min: 1, max: 10 ** 9 },
      ]
      writeFileSync(config, JSON.stringify({ ...own, routes }))
      const profile = folder.path('profile.json')
      const routers = [
        { address: `0x${'66'.repeat(20)}`, approvalProxy: `0x${'77'.repeat(20)}`, ...metadataRouter },
      ]
      const chains = [{ id: 31101, name: 'mockorigin', routers }]
      writeFileSync(profile, JSON.stringify({ ...mockProfile, chains }))
      const args = [
        ...['deploy', '--rpc-url', server!.rpcUrl, '--profile', profile],
        ...['--config', config, '--dry-run'],
      ]
      const key = { FILLPROOF_PRIVATE_KEY: deployerKey }
      await compare('deploy', (env, columns) => callCommand(args, { ...key, ...env }, columns))
    } finally {
      await server?.close()
    }
  })

  it('watch', async () => {
    const service = await startMockService({ pollingIntervalMs: 20 })
    try {
      const [, { receiver, rpcUrl }] = chainsOf(service)
      const quote = await getQuote(service, { fillContract: receiver })
      await pay(service, quote)
      await waitFor(service, quote.protocol.v2.orderId, 'success')
      const args = [
        ...['watch', '--profile', 'mock', '--url', service.url, '--rpc-url', rpcUrl, '--receiver', receiver],
        ...['--from-block', '0', '--until-block', 'latest', '--confirmations', '0'],
      ]
      let runs = 0
      await compare('watch', (env, columns) =>
        callCommand([...args, '--db', folder.path(`${runs++}.sqlite`)], env, columns),
      )
    } finally {
      await service.close()
    }
  })

  it('mock', async () => {
    const kept = process.listeners('SIGINT')
    process.removeAllListeners('SIGINT')
    try {
      await compare('mock', (env, columns) =>
        captureOutput(
          async () => {
            const port = await findFreePort(2)
            const running = mock({ profile: 'mock', profileGiven: true, seed: '1', port: String(port) })
            let service: MockService | undefined
            while (!service) {
              await setTimeout(20)
              service = await findMock(`http://127.0.0.1:${port}`).catch(() => undefined)
            }
            for (const status of ['success', 'refund']) {
              const quote = await getQuote(service)
              await pay(service, quote)
              await waitFor(service, quote.steps[0]!.requestId, status)
              await fetch(`${service.url}/_control/faults/shortFill`, { method: 'PUT' })
            }
            process.emit('SIGINT')
            await running
            return 0
          },
          env,
          columns,
        ),
      )
    } finally {
      for (const listener of kept) process.on('SIGINT', listener)
    }
  })
})
