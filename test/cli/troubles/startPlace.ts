import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { type MockService, startMockService } from '../../../src/mock/index.js'
import { answer, startHttpServer } from '../../support/httpServer.js'
import { makeFolder } from '../../support/makeFolder.js'
import { readVector } from '../../support/vectors.js'

/** Where troubles happen: a folder, a service, a chain, and what is not one. */
export type Place = { folder: string; values: Record<string, string>; close(): Promise<void> }

const poorKey = generatePrivateKey()
/** No server of a test gets a port this low. */
const closedHost = '127.0.0.1:2'
const wrongChecksum = '0xF70da97812CB96acDF810712Aa562db8dfA3dbEF'

export async function startPlace(): Promise<Place> {
  const [folder, service, servers] = await Promise.all([
    makeFolder(),
    startMockService({ seed: 'troubles' }),
    startServers(),
  ])
  await writeFiles(folder.path, service)
  const { rpcUrl, receiver } = service.chains[1]!
  return {
    folder: folder.path('.'),
    values: {
      ...Object.fromEntries(Object.entries(servers).map(([name, { url }]) => [name, url])),
      ID: `0x${'12'.repeat(32)}`,
      SERVICE: service.url,
      PORT: new URL(service.url).port,
      CLOSED: `http://${closedHost}`,
      CLOSED_HOST: closedHost,
      RPC: rpcUrl,
      RECEIVER: receiver,
      ADMIN: service.accounts[0]!.address,
      POOR: privateKeyToAddress(poorKey),
      POOR_KEY: poorKey,
      WRONG_CHECKSUM: wrongChecksum,
      LOWER_CASE: wrongChecksum.toLowerCase(),
    },
    async close() {
      await Promise.all([service.close(), ...Object.values(servers).map((server) => server.close())])
      await folder.remove()
    },
  }
}

async function startServers() {
  const [PORTAL, REDIRECT, BUSY] = await Promise.all([
    startHttpServer(),
    startHttpServer(),
    startHttpServer(),
  ])
  PORTAL.respondWith(answer(200, '<html>Log in</html>'))
  REDIRECT.respondWith(answer(302, '', { location: 'https://login.example' }))
  BUSY.respondWith(answer(503, {}))
  return { PORTAL, REDIRECT, BUSY }
}

async function writeFiles(
  path: (name: string) => string,
  { accounts, solver, chains, url }: MockService,
): Promise<void> {
  const [admin, recipient] = accounts.map(({ address }) => address)
  const records = `${JSON.stringify(readVector('attestation-v1-live').record)}\n`
  const currency = `0x${'00'.repeat(20)}`
  const receiver = {
    kind: 'attestedOrderReceiver',
    admin,
    tokens: [{ token: currency, min: '1', max: '1000' }],
    solvers: [solver],
    recipients: [recipient],
    chains: {
      31102: { chainName: 'mockdestination', routes: [{ chainId: 1, currency, min: '1', max: '1000' }] },
    },
  }
  const [, destination] = chains
  const job = { receiver: destination!.receiver }
  const writeJobs = (id: number, jobs: object[]) =>
    JSON.stringify({
      defaults: { fromBlock: 0, untilBlock: 0, patience: 1, url },
      chains: [{ id, rpcUrl: destination!.rpcUrl, jobs }],
    })
  const record = { format: 'fillproof-deployment-1', chainId: 31102, transactions: [] }
  const files = {
    'edited.json': JSON.stringify({ ...record, receiver: { address: '0x12' } }),
    'jobs.json': writeJobs(31102, [job]),
    'same.json': writeJobs(31102, [job, job]),
    'other.json': writeJobs(1, [job]),
    'misspelled.json': writeJobs(31102, [{ ...job, formBlock: 0 }]),
    'records.ndjson': records,
    'locked.ndjson': records,
    'locked.sqlite': '',
    'recipients.txt': `${recipient}\n`,
    'wrong.txt': `${wrongChecksum}\n`,
    'twice.txt': `${admin}\n${admin}\n`,
    'receiver.json': JSON.stringify(receiver),
    'rooted.json': JSON.stringify({ ...receiver, recipients: [], recipientRoot: 'tree.json' }),
  }
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(path(name), text)))
  await mkdir(path('locked'))
  await Promise.all([
    chmod(path('locked.ndjson'), 0o000),
    chmod(path('locked.sqlite'), 0o444),
    chmod(path('locked'), 0o555),
  ])
  // An unprivileged user may pass.
  await chmod(path('.'), 0o755)
}
