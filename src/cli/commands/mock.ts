import type { MockService, StartMockServiceOptions } from '../../mock/index.js'
import type { LedgerRequest } from '../../mock/ledger.js'
import { onFirstSignal } from '../definitions/onFirstSignal.js'
import { UsageError } from '../errors.js'
import { formatTable } from '../formatTable.js'
import { type GlobalOptions, requireMockProfile } from '../options.js'
import { print, printable, printJson, warn } from '../output.js'
import { readPort } from '../readPort.js'

export type MockCommandOptions = GlobalOptions & { port?: string; quiet?: boolean } & Pick<
    StartMockServiceOptions,
    'chains' | 'host' | 'idForm' | 'retired' | 'router' | 'seed'
  >

/** Runs the mock service until SIGINT or SIGTERM. */
export async function mock(options: MockCommandOptions): Promise<void> {
  requireMockProfile('mock', options)
  const port = readPort(options.port)
  const stopped = new Promise<void>(onFirstSignal)
  if (!options.json) warn('Starting two chains …')
  const { chains, host, idForm, retired, router, seed } = options
  const onStatus = options.json || options.quiet ? undefined : printStatus
  const service = await start({ chains, port, host, idForm, retired, router, seed, onStatus })
  const { control: _, close, ...shown } = service
  if (options.json) printJson(shown)
  else {
    print(describe(service))
    warn('Serving until Ctrl-C.')
  }
  await stopped
  await close()
}

/** Prints a request, its deposit, and how it ended, with the id, the transactions and the reason each on its own line. */
function printStatus({ id, status, inTxHashes, txHashes, details, failReason }: LedgerRequest): void {
  const lines: Partial<Record<typeof status, [string, ...(string | undefined)[]]>> = {
    waiting: ['request'],
    pending: ['deposit', ...inTxHashes],
    success: ['fill', ...txHashes],
    refund: ['refund', details?.refundTxHash],
    failure: ['failure', ...txHashes, failReason],
  }
  const [what, ...facts] = lines[status] ?? []
  if (!what) return
  print(what)
  for (const line of [id, ...facts]) if (line) print(`  ${line}`)
}

async function start(options: StartMockServiceOptions): Promise<MockService> {
  const { startMockService } = await import('../../mock/index.js')
  try {
    return await startMockService(options)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new UsageError(
        `--host must be an address of this machine, found "${printable(options.host ?? '')}".`,
      )
    }
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw cause
    throw new UsageError(`The port ${options.port} can't be used (${code}).`, {
      metaMessages: ['Choose another port, or omit --port to use a free one.'],
    })
  }
}

function describe(service: MockService): string {
  const { url, wsUrl, controlUrl, venueInfoUrl, venueExchangeUrl } = service
  const { profile, apiKey, solver, chains, accounts } = service
  return [
    formatTable(
      ['service', 'value'],
      [
        ['url', url],
        ['wsUrl', wsUrl],
        ['controlUrl', controlUrl],
        ['venueInfoUrl', venueInfoUrl],
        ['venueExchangeUrl', venueExchangeUrl],
        ['profile', profile],
        ['apiKey', apiKey],
        ['solver', solver],
      ],
    ),
    ...chains.map(({ id, name, rpcUrl, depository, router, receiver, tokens }) =>
      formatTable(
        [`chain ${id}`, name],
        [
          ['rpcUrl', rpcUrl],
          ['receiver', receiver],
          ['depository', depository],
          ['router', router],
          ...tokens.map(({ symbol, address }) => [symbol, address]),
        ],
      ),
    ),
    'Accounts, funded on every chain; their keys are public:',
    formatTable(
      ['address', 'private key'],
      accounts.map(({ address, privateKey }) => [address, privateKey]),
    ),
  ].join('\n')
}
