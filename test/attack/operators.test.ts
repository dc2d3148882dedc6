// Attacks on what operators and users bring: keys, nodes, wallets, webhooks, links and reverts. Each asserts the right value.
import { execFile } from 'node:child_process'
import { open as openFile, readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { type Abi, concatHex, encodeErrorResult, type Hex, padHex, stringToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { readKeystore } from '../../src/cli/account/readKeystore.js'
import { createIdTable } from '../../src/cli/check/createIdTable.js'
import { readLink } from '../../src/cli/verify/readLink.js'
import { verifyRequest } from '../../src/cli/verify/verifyRequest.js'
import { payReceiver, type ReceiverCall } from '../../src/client/index.js'
import { ownErrors } from '../../src/contract/revert/explainRevert.js'
import { askOf } from '../../src/contract/rpc/withRequest.js'
import {
  attestedOrderReceiverAbi,
  explainRevert,
  hashOrder,
  mockProfile,
  relayProfile,
} from '../../src/index.js'
import type { Verification } from '../../src/report/verification.js'
import { createScanner } from '../../src/watch/scanChain.js'
import { openSqlite } from '../../src/watch/sqlite/openSqlite.js'
import { createMemoryWebhookStore, createWebhookHandler } from '../../src/webhooks/index.js'
import { callCommand } from '../cli/callCommand.js'
import { startCli } from '../cli/helpers.js'
import { open, type World } from '../client/receiver/world.js'
import { countTokenDeposits, openBatchWallet } from '../client/steps/batchWallet.js'
import { getQuote, pay, setUpMock, waitFor } from '../mock/helpers.js'
import { complete } from '../support/complete.js'
import { thrown } from '../support/errors.js'
import { answer, startHttpServer } from '../support/httpServer.js'
import { setUpFolder } from '../support/makeFolder.js'
import { makeKeystore, writePassword } from '../support/makeKeystore.js'
import { readVector } from '../support/vectors.js'
import { blockHash, createFill, openAlone, job as otherJob } from '../watch/fills.js'
import { hmac, nowMs, payload } from '../webhooks/support.js'
import { keeping } from './clientSupport.js'

const someone = '0x1234567890123456789012345678901234567890'
const key: Hex = `0x${'21'.repeat(32)}`
const password = 'correct horse'

describe("Attack: a stranger’s contract reverts with a known error's selector", () => {
  const hookFailed = (reason: Hex) =>
    encodeErrorResult({ abi: ownErrors, errorName: 'HookFailed', args: [someone, reason] })

  it('a reason longer than our contracts keep is shown without a crash', () => {
    for (const length of [255, 256, 257, 2047, 2048, 2049, 100_000]) {
      const found = explainRevert(hookFailed(`0x12345678${'ff'.repeat(length - 4)}`))
      expect(found, String(length)).include({ name: 'HookFailed' })
      expect(found!.message.length).below(2_000)
    }
  })

  it('thousands of nested errors are answered at once, without a stack overflow', () => {
    let data: Hex = '0x12345678'
    for (let depth = 0; depth < 1_000; depth++) data = hookFailed(data)
    const start = performance.now()
    expect(explainRevert(data)).include({ name: 'HookFailed' })
    expect(performance.now() - start).below(3_000)
  })

  it('a reason that points into itself is answered at once', () => {
    for (const offset of [0, 4, 32, 36, 68]) {
      const selector = hookFailed('0x').slice(0, 10) as Hex
      const data = concatHex([
        selector,
        padHex(someone, { size: 32 }),
        padHex(`0x${offset.toString(16).padStart(2, '0')}`, { size: 32 }),
      ])
      const own = concatHex([data, padHex('0x0780', { size: 32 }), ...Array(15).fill(data)])
      const found = explainRevert(hookFailed(own))
      expect(found, String(offset)).include({ name: 'HookFailed' })
      expect(found!.message.length).below(100_000)
    }
  })

  it('escape sequences, line breaks and reversed text become one clean line', () => {
    const text = '\u001b[2J\u001b]0;title\u0007all\nis\r\u202epaid\u009b31m'
    const abi = [{ type: 'error', name: 'Error', inputs: [{ type: 'string', name: '' }] }] as Abi
    const plain = encodeErrorResult({ abi, errorName: 'Error', args: [text] })
    const dirty = /[\p{Cc}\p{Cf}]/u
    for (const data of [plain, hookFailed(plain)]) {
      const { message } = explainRevert(data)!
      expect(message).include('all is paid').and.not.match(dirty)
    }
    const inAbi = attestedOrderReceiverAbi.find(
      (one) => one.type === 'error' && one.inputs.some(({ name }) => name === 'field'),
    )
    if (inAbi?.type !== 'error') return expect.fail('no error names a field')
    const args = inAbi.inputs.map(({ name, type }) =>
      name === 'field'
        ? stringToHex('\u001b[31mfield', { size: 32 })
        : type === 'address'
          ? someone
          : type.startsWith('uint')
            ? 1n
            : `0x${'00'.repeat(32)}`,
    )
    const data = encodeErrorResult({ abi: [inAbi] as Abi, errorName: inAbi.name, args })
    expect(explainRevert(data)!.message).not.match(dirty)
  })

  it('dirty bytes above an address and a length beyond the end cause no crash', () => {
    const [selector, args] = [hookFailed('0x').slice(0, 10), hookFailed('0x').slice(10)]
    for (const data of [
      `${selector}${'ff'.repeat(32)}${args.slice(64)}`,
      `${selector}${'ff'.repeat(96)}`,
      selector,
    ]) {
      const found = explainRevert(data as Hex)
      if (found) expect(found.name).equal('HookFailed')
    }
  })
})

describe('Attack: keystores and passwords', () => {
  const folder = setUpFolder()
  const withScrypt = (n: number, r: number, p: number) => {
    const keystore = makeKeystore(key, password)
    const { kdfparams, ...crypto } = keystore.crypto
    return { ...keystore, crypto: { ...crypto, kdfparams: { ...kdfparams, n, r, p } } }
  }

  it('scrypt parameters beyond this machine are refused by name, never as a wrong password', async () => {
    for (const [n, r, p] of [
      [2 ** 20, 8, 2],
      [2 ** 20, 8, 4],
      [2, 2 ** 22, 1],
      [2, 1, 2 ** 24],
      [2 ** 23, 1, 9],
      [4, 1, 2 ** 53],
    ] as const) {
      const path = await folder.write(withScrypt(n, r, p))
      const error = await thrown(() => readKeystore(path, folder.path('none')))
      expect(error.message, `${n} ${r} ${p}`).match(/crypto\.kdfparams\.[nrp] must/)
    }
  })

  it('scrypt parameters just inside the bounds are accepted', async () => {
    for (const [n, r, p] of [
      [2 ** 20, 8, 1],
      [2 ** 18, 8, 1],
      [2 ** 18, 1, 8],
      [2, 1, 2 ** 22],
    ] as const) {
      const path = await folder.write(withScrypt(n, r, p))
      const error = await thrown(() => readKeystore(path, folder.path('none')))
      expect(error.message, `${n} ${r} ${p}`).include('--password-file cannot be read (ENOENT)')
    }
  })

  it('a pipe or a descriptor is read once as the password file; an endless device is refused', async () => {
    const keystore = await folder.write(makeKeystore(key, password))
    const pipe = folder.path('pipe')
    await promisify(execFile)('mkfifo', ['-m', '600', pipe])
    const [read] = await Promise.all([readKeystore(keystore, pipe), writeFile(pipe, `${password}\n`)])
    expect(read).equal(key)
    const handle = await openFile(await writePassword(folder, password))
    try {
      expect(await readKeystore(keystore, `/dev/fd/${handle.fd}`)).equal(key)
    } finally {
      await handle.close()
    }
    const error = await thrown(() => readKeystore(keystore, '/dev/zero'))
    expect(error).include({ name: 'UsageError' })
    expect((await thrown(() => readKeystore('/dev/zero', pipe))).name).equal('UsageError')
  })

  it('an address with a wrong checksum is compared by its bytes', async () => {
    const { address } = privateKeyToAccount(key)
    const swapped = address
      .slice(2)
      .replace(/[a-fA-F]/g, (letter) =>
        letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
      )
    const file = await writePassword(folder, password)
    const read = (claimed: string) =>
      folder
        .write({ ...makeKeystore(key, password), address: claimed })
        .then((path) => readKeystore(path, file))
    expect(await read(`0x${swapped}`)).equal(key)
    expect((await thrown(() => read(`0x${'00'.repeat(20)}`))).name).equal('UsageError')
  })

  it('a key or a password given as a path is shown nowhere', async () => {
    const keystore = await folder.write(makeKeystore(key, password))
    const wrong = await writePassword(folder, 'another')
    const target = ['--rpc-url', 'http://127.0.0.1:1', '--receiver', someone, '--send']
    for (const [secret, args] of [
      [key, ['--keystore', key]],
      [key, ['--keystore', keystore, '--password-file', key]],
      [password, ['--keystore', keystore, '--password-file', password]],
      [key, ['--unlocked', key]],
      [key, ['--keystore', keystore, '--password-file', wrong]],
    ] as const) {
      for (const debug of ['', '1']) {
        const { status, stdout, stderr } = await callCommand(['pause', ...target, ...args], {
          FILLPROOF_DEBUG: debug,
          FILLPROOF_PRIVATE_KEY: '',
        })
        expect(status, stderr).equal(2)
        expect(stdout + stderr).not.include(secret.replace('0x', ''))
      }
    }
  })

  it('a keystore replaced during the run: the account that was shown signs, and no key is in the process list', async () => {
    const { address } = privateKeyToAccount(key)
    const keystore = await folder.write(makeKeystore(key, password))
    const node = await startHttpServer()
    node.respondWith(() => {}) // Silent, so that the process waits.
    const running = startCli(
      [
        'pause',
        '--rpc-url',
        node.url,
        '--receiver',
        someone,
        '--send',
        '--keystore',
        keystore,
        '--password-file',
        await writePassword(folder, password),
      ],
      { FILLPROOF_PRIVATE_KEY: '' },
    )
    try {
      await running.told(`The address of the keystore is ${address}.`)
      await writeFile(keystore, JSON.stringify(makeKeystore(`0x${'34'.repeat(32)}`, password)))
      for (const name of ['cmdline', 'environ']) {
        const seen = await readFile(`/proc/${running.child.pid}/${name}`, 'utf8')
        expect(seen).not.include(key.slice(2)).and.not.include(password)
      }
    } finally {
      running.child.kill()
      const { stderr } = await running.ended
      await node.close()
      expect(stderr.match(/The address of the keystore is/g)).length(1)
    }
  }).timeout(30_000)
})

describe('Attack: webhooks under several keys', () => {
  const deliver = (handler: ReturnType<typeof createWebhookHandler>, body: object, apiKey: string) => {
    const text = JSON.stringify(body)
    const headers = {
      'x-signature-timestamp': String(nowMs),
      'x-signature-sha256': hmac(String(nowMs), text, apiKey),
    }
    return handler(new Request('http://shop.example/', { method: 'POST', headers, body: text })).then(
      ({ status }) => status,
    )
  }

  it('key names such as "constructor" work like any other', async () => {
    const apiKeys = JSON.parse('{"__proto__": "one", "constructor": "two", "toString": "three"}')
    const seen: unknown[] = []
    const handler = createWebhookHandler({
      apiKeys,
      now: () => nowMs,
      onEvent: (_, { key }) => void seen.push(key),
    })
    let updatedAt = nowMs
    for (const one of ['one', 'two', 'three', 'four', '[object Object]', 'undefined'])
      await deliver(handler, { ...payload, data: { ...payload.data, updatedAt: updatedAt++ } }, one)
    expect(seen).deep.equal(['__proto__', 'constructor', 'toString'])
  })

  it('one delivery under two keys is processed once, whether its kind is known or not', async () => {
    for (const body of [payload, { event: 'request.created', data: {} }]) {
      let runs = 0
      const count = () => void runs++
      const handler = createWebhookHandler({
        apiKeys: { old: 'one', next: 'two' },
        now: () => nowMs,
        onEvent: count,
        onUnknownEvent: count,
      })
      const answers = await Promise.all(['one', 'two'].map((one) => deliver(handler, body, one)))
      for (const status of answers) expect(status).oneOf([200, 409])
      expect([await deliver(handler, body, 'two'), runs]).deep.equal([200, 1])
    }
  })

  it('a flood of unknown kinds fills the store to its limit and no further', async () => {
    const seen: unknown[] = []
    const handler = createWebhookHandler({
      apiKey: 'one',
      now: () => nowMs,
      store: createMemoryWebhookStore({ maxEntries: 50, now: () => nowMs }),
      onEvent() {},
      onUnknownEvent: ({ event }) => void seen.push(event),
    })
    for (let at = 0; at < 200; at++) expect(await deliver(handler, { event: `kind ${at}` }, 'one')).equal(200)
    for (const at of [199, 150, 149]) await deliver(handler, { event: `kind ${at}` }, 'one')
    expect(seen.length).equal(201)
  })

  it('unsigned events of unknown kinds are not remembered or handed on', async () => {
    const claims: string[] = []
    const store = {
      claim: (id: string) => {
        claims.push(id)
        return 'claimed' as const
      },
      complete() {},
      release() {},
    }
    const handler = createWebhookHandler({
      apiKeys: { old: 'one', next: 'two' },
      now: () => nowMs,
      store,
      onEvent() {},
      onUnknownEvent: () => expect.fail('handed on'),
    })
    expect([await deliver(handler, { event: 'new' }, 'three'), claims]).deep.equal([401, []])
  })
})

describe('Attack: the URL of an explorer', () => {
  const hash: Hex = `0x${'ab'.repeat(32)}`
  const hostile = [
    `https://etherscan.io@evil.example/tx/${hash}`,
    `https://etherscan.io:443@evil.example/tx/${hash}`,
    `https://etherscan.io\\@evil.example/tx/${hash}`,
    `https://etherscan.io:8443/tx/${hash}`,
    `https://etherscan.io./tx/${hash}`,
    `https://www.www.etherscan.io/tx/${hash}`,
    `https://еtherscan.io/tx/${hash}`,
    `https://etherscan.io.evil.example/tx/${hash}`,
    `https://evil-etherscan.io/tx/${hash}`,
    `https://etherscan.io/evil/tx/${hash}`,
    `https://etherscan.io/address/${hash}/tx/${hash}`,
    `https://etherscan.io/%2e%2e/evil/tx/${hash}`,
    `https://etherscan.io//tx/${hash}`,
    `https://__proto__.blockscout.com/tx/${hash}`,
    `https://constructor.blockscout.com/tx/${hash}`,
    `https://eth.blockscout.com.evil.example/tx/${hash}`,
    `https://eth.evil.blockscout.com/tx/${hash}`,
    `https://etherscan.io/tx/${hash.slice(0, -2)}%61b`,
    `https://etherscan.io/#/tx/${hash}`,
    `https://etherscan.io/?/tx/${hash}`,
  ]
  for (const url of hostile) {
    it(`refused: ${url.replaceAll(hash, '0x…')}`, async () => {
      const error = await thrown(() => readLink(url, relayProfile))
      expect(error).include({ name: 'UsageError' })
    })
  }

  it('user information in a URL is neither trusted nor shown; another spelling of the host is the same host', async () => {
    for (const url of [
      `https://evil.example:secret@etherscan.io/tx/${hash}`,
      `https://ETHERSCAN.IO:443/tx/${hash}`,
      `https://ｅtherscan.io/tx/${hash}`,
      `https://etherscan.io/./tx/${hash}`,
    ])
      expect(await readLink(url, relayProfile)).deep.equal({ hash, chainId: 1 })
    const error = await thrown(() => readLink(`https://me:secret@etherscan.io/block/1`, relayProfile))
    expect(error.message).not.include('secret')
  })

  const { mock } = setUpMock()
  it('a service names another paid request for the transaction: the report says that only the service claims it', async () => {
    const quote = await getQuote(mock)
    const requestId = quote.protocol.v2.orderId
    await pay(mock, quote)
    await waitFor(mock, requestId, 'success')
    const service = await startHttpServer()
    try {
      service.respondWith(async (request, response) => {
        if (request.path.startsWith('/requests/v3'))
          return answer(200, {
            requests: [{ id: requestId, data: { inTxs: [{ txHash: hash, chainId: 8453 }], outTxs: [] } }],
          })(request, response)
        const query = request.query.size > 0 ? `?${request.query}` : ''
        const found = await fetch(`${mock.url}${request.path}${query}`, {
          headers: { 'x-api-key': mock.apiKey },
        })
        response.writeHead(found.status, { 'content-type': 'application/json' })
        response.end(await found.text())
      })
      process.env.FILLPROOF_API_KEY = 'a-key-of-the-test'
      const chains = [{ id: 8453, name: 'base' }, ...(mockProfile.chains ?? [])]
      const found = (await verifyRequest(
        `https://basescan.org/tx/${hash}`,
        { url: service.url, solver: [mock.solver] },
        { ...mockProfile, chains },
      )) as Verification
      expect(found).include({ requestId })
      expect(found.notes).include(
        `Only the service reports that the transaction ${hash} belongs to the request ${requestId}.`,
      )
    } finally {
      process.env.FILLPROOF_API_KEY = ''
      await service.close()
    }
  })
})

describe('Attack: check --unique', () => {
  const folder = setUpFolder()

  it('ids chosen to collide in the table cost no more than others', () => {
    const count = 20_000
    const hexOf = (at: number) => at.toString(16).padStart(8, '0')
    const forms: Record<string, (at: number) => Hex> = {
      'one beginning and end': (at) => `0x${'ab'.repeat(4)}${hexOf(at).repeat(6)}${'cd'.repeat(4)}`,
      'a beginning that is the end': (at) => `0x${hexOf(at)}${'00'.repeat(24)}${hexOf(at)}`,
      'counted in high places': (at) => `0x${hexOf(at)}${'00'.repeat(28)}`,
      'multiples of a power of two': (at) => `0x${'00'.repeat(26)}${hexOf(at)}0000`,
    }
    for (const [name, idAt] of Object.entries(forms)) {
      const table = createIdTable()
      const start = performance.now()
      for (let at = 1; at <= count; at++) expect(table.add(idAt(at), at)).equal(undefined)
      expect(performance.now() - start, name).below(2_000)
      expect(table.add(idAt(count), 1)).equal(count)
    }
  }).timeout(60_000)

  it('an id in upper case is the same id; with 0X it is not an id', async () => {
    const { record } = readVector('attestation-v1-live')
    const line = JSON.stringify(record)
    const write = (id: string) => line.replace(record.requestId, id)
    const upper = write(`0x${record.requestId.slice(2).toUpperCase()}`)
    const other = write(record.requestId.replace('0x', '0X'))
    const path = await folder.write([other, line, upper, ''].join('\n'), 'ndjson')
    const { stdout } = await callCommand(['check', path, '--json', '--unique', '--threads', '0'])
    const { total, valid } = JSON.parse(stdout)
    expect([total, valid]).deep.equal([3, 1])
  })
})

describe('Attack: a reorganization while watch reads the chain', () => {
  const job = { ...otherJob, fromBlock: 10n, fillsFrom: 12n }

  for (const moment of ['before the events', 'within the events', 'after the events'] as const) {
    it(`a new branch arrives ${moment} of a range: its fills are stored, and those of the old branch forgotten`, async () => {
      const store = await openAlone(openSqlite(':memory:'), job)
      let branch = 0
      let flips: typeof moment | undefined
      const flip = (when: typeof moment) => {
        if (flips === when) branch = 1
      }
      const hash = (number: number) => blockHash(BigInt(number), number >= 30 ? branch : 0)
      const header = (number: number) => ({
        number: BigInt(number),
        hash: hash(number),
        parentHash: hash(number - 1),
        timestamp: 1_700_000_000 + number,
      })
      const fillsOf = () => (branch === 0 ? [12, 40, 60] : [12, 41, 61])
      const readLogs = (from: number, to: number) =>
        fillsOf()
          .filter((number) => number >= from && number <= to)
          .map((number) => {
            const { blockNumber, transactionHash, logIndex, ...args } = createFill(BigInt(number))
            return {
              name: 'FillAccepted' as const,
              receiver: job.receiver,
              args,
              blockNumber,
              blockHash: hash(number),
              transactionHash,
              logIndex,
            }
          })
      const chain = {
        async readBlock(block: { number: bigint } | { hash: Hex }) {
          const number = Number('number' in block ? block.number : BigInt(block.hash) / 1000n)
          return 'hash' in block && block.hash !== hash(number) ? null : header(number)
        },
        async readEvents({ fromBlock, toBlock }: { fromBlock: bigint; toBlock: bigint }) {
          flip('before the events')
          const last = header(Number(toBlock))
          flip('within the events')
          const logs = readLogs(Number(fromBlock), Number(toBlock))
          flip('after the events')
          return { last, logs }
        },
        async checkId() {},
        async readBlockEvents({ block: { number } }: { block: { number: bigint } }) {
          return readLogs(Number(number), Number(number))
        },
      }
      const scanner = createScanner({
        chain,
        database: store.database,
        mostBlocks: 1_000n,
        now: () => 1,
        onReorganized() {},
        onTime() {},
        tell() {},
      })
      const scan = async (through: bigint) => {
        for (let rounds = 0; rounds < 20; rounds++)
          if ((await scanner.scan([{ job, store, untilBlock: through }], 300n)) === 'done') return
        expect.fail('never done')
      }
      try {
        await scan(50n)
        flips = moment
        await scan(100n)
        await scan(120n)
        const found = await store.findFills(
          [12, 40, 41, 60, 61].map((number) => createFill(BigInt(number)).id),
        )
        expect(found.map(({ blockNumber }) => Number(blockNumber))).deep.equal([12, 41, 61])
      } finally {
        await store.close()
      }
    })
  }
})

describe('Attack: wallet batches with misleading statuses', () => {
  let world: World
  before(async () => {
    world = await open()
  })
  after(() => world?.mock.close())
  afterEach(() => world.mock.control.resumeSolver())

  type Answer = { id: string; status: number; receipts: unknown[] }
  const start = async (lie?: (answer: Answer, calls: number) => unknown) => {
    let calls = 0
    const wallet = await openBatchWallet(world.mock, world.origin, {
      change: async ({ method }, ask) =>
        method === 'wallet_getCallsStatus' && lie ? lie((await ask()) as Answer, ++calls) : undefined,
    })
    const store = keeping()
    const created = { ...world.token(), payment: { recipient: world.recipient, refundTo: world.payer } }
    const run = (call?: ReceiverCall, more: object = {}) => {
      const clients = {
        ...world.clients(),
        walletClient: wallet.walletClient,
        timeoutMs: 3000,
        keep: store.keep,
        ...more,
      }
      return payReceiver(world.client, call ? { ...clients, call } : { ...clients, ...created })
    }
    const deposits = () =>
      countTokenDeposits(world.origin, hashOrder(complete(store.kept!.quote).protocol.v2.orderData))
    const onProgress = ({ type }: { type: string }) => void (type === 'transactionSent' && wallet.execute())
    return { wallet, store, run, deposits, onProgress }
  }

  it('statuses with changing ids or malformed: the chain decides, and one deposit is made', async () => {
    const answers: ((answer: Answer, calls: number) => unknown)[] = [
      (answer, calls) => ({ ...answer, id: `0x${calls}` }),
      (answer) => ({ ...answer, receipts: [null, 5, {}, { transactionHash: 7 }, ...answer.receipts] }),
      (answer) => ({ ...answer, status: '200', receipts: answer.receipts }),
      () => 'a text',
      () => ({ status: 200, receipts: { length: 2 } }),
    ]
    for (const lie of answers) {
      const { wallet, run, deposits, onProgress } = await start(lie)
      const { outcome } = await run(undefined, { onProgress, timeoutMs: 10_000 })
      expect([outcome.status, wallet.asked(), await deposits()]).deep.equal(['success', [1, 0], 1])
    }
  }).timeout(60_000)

  it("another account's mined batch is neither the deposit nor its end", async () => {
    await world.mock.control.pauseSolver()
    const other = await openBatchWallet(world.mock, world.origin)
    const foreign = await other.makes([])
    const { wallet, store, run, deposits } = await start((answer) => ({
      ...answer,
      status: 200,
      receipts: [{ transactionHash: foreign, blockNumber: '0x1', gasUsed: '0x1', status: '0x1' }],
    }))
    const error = await thrown(() => run())
    expect(error.name).equal('DepositPendingError')
    expect(await deposits()).equal(0)
    await wallet.execute()
    world.mock.control.resumeSolver()
    await run(store.read(), { timeoutMs: 10_000 })
    expect([wallet.asked(), await deposits()]).deep.equal([[1, 0], 1])
  }).timeout(30_000)

  it('a split batch whose first part a reorganization removes: the client waits and prompts once', async () => {
    const { wallet, store, run, deposits } = await start()
    const split = async ({ type }: { type: string }) => {
      if (type !== 'transactionSent') return
      // The hash of a transaction that the chain no longer has.
      Object.assign(wallet.batches[0]!, { status: 500, txHashes: [] })
    }
    expect((await thrown(() => run(undefined, { onProgress: split }))).name).equal('DepositPendingError')
    wallet.batches[0]!.txHashes = [await wallet.makes(wallet.batches[0]!.calls.slice(0, 1))]
    wallet.batches[0]!.status = 600
    expect((await thrown(() => run(store.read()))).name).equal('DepositPendingError')
    wallet.batches[0]!.txHashes = [await wallet.makes(wallet.batches[0]!.calls)]
    await run(store.read(), { timeoutMs: 10_000 })
    expect([wallet.asked(), await deposits()]).deep.equal([[1, 0], 1])
  }).timeout(30_000)

  it("a batch id in viem's form for single transactions leads to one deposit", async () => {
    const suffix = '5792579257925792579257925792579257925792579257925792579257925792'
    const { wallet, run, deposits, onProgress } = await start()
    const request = askOf(wallet.walletClient)
    const renamed = {
      ...wallet.walletClient,
      request: async (args: { method: string; params: [string] }) => {
        const answer = await request(args)
        return args.method === 'wallet_sendCalls'
          ? { id: `0x${'12'.repeat(32)}${'00'.repeat(31)}01${suffix}` }
          : answer
      },
    }
    const { outcome } = await run(undefined, { walletClient: renamed, onProgress, timeoutMs: 10_000 })
    expect([outcome.status, await deposits()]).deep.equal(['success', 1])
  }).timeout(30_000)

  it('two processes share a call, and the store refuses old revisions: only one prompts the wallet', async () => {
    const { wallet, store, run, deposits, onProgress } = await start()
    const stop = (call: ReceiverCall) => {
      store.keep(call)
      if (call.state === 'authorized') throw new Error('stopped')
    }
    await thrown(() => run(undefined, { keep: stop }))
    const kept = store.read()
    const keep = (call: ReceiverCall) => {
      if (call.revision !== store.kept!.revision + 1) throw new Error('another process has it')
      store.keep(call)
    }
    const ends = await Promise.allSettled(
      [1, 2].map(() => run(structuredClone(kept), { keep, onProgress, timeoutMs: 10_000 })),
    )
    expect(ends.map(({ status }) => status).sort()).deep.equal(['fulfilled', 'rejected'])
    expect([wallet.asked(), await deposits()]).deep.equal([[1, 0], 1])
  }).timeout(30_000)
})
