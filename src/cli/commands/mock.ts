import type { MockChain, MockService, StartMockServiceOptions } from '../../mock/index.js'
import { onFirstSignal } from '../definitions/onFirstSignal.js'
import { UsageError } from '../errors.js'
import { formatTable } from '../formatTable.js'
import { describeStatus } from '../mock/describeStatus.js'
import { type GlobalOptions, requireMockProfile } from '../options.js'
import { print, printable, printJson, warn } from '../output.js'
import { readPort } from '../readPort.js'
import { readSeconds } from '../readSeconds.js'

export type MockCommandOptions = GlobalOptions & {
  port?: string
  rpcPorts?: string
  statusDelay?: string
  quiet?: boolean
} & Pick<StartMockServiceOptions, 'chains' | 'host' | 'idForm' | 'retired' | 'router' | 'seed'>

/** The mock's limit for `statusDelayMs`, in seconds. */
const maxStatusDelay = 60

/** Runs the mock service until SIGINT or SIGTERM. */
export async function mock(options: MockCommandOptions): Promise<void> {
  requireMockProfile('mock', options)
  const port = readPort(options.port)
  const rpcPorts = options.rpcPorts?.split(',').map((value) => readPort(value.trim(), '--rpc-ports'))
  const statusDelayMs = readSeconds('--status-delay', options.statusDelay ?? '0', maxStatusDelay)
  const stopped = new Promise<void>(onFirstSignal)
  if (!options.json) warn('Starting two chains …')
  const { chains, host, idForm, retired, router, seed } = options
  const known: MockChain[] = []
  const onStatus: StartMockServiceOptions['onStatus'] =
    options.json || options.quiet
      ? undefined
      : (request) => {
          const text = describeStatus(request, known)
          if (text) print(text)
        }
  const ports = { port, ...(rpcPorts && { rpcPorts }) }
  const service = await start({
    ...ports,
    ...{ chains, host, idForm, retired, router, seed, statusDelayMs, onStatus },
  })
  known.push(...service.chains)
  const { control: _, close, ...shown } = service
  if (options.json) printJson(shown)
  else {
    print(describe(service))
    warn('Serving until Ctrl-C.')
  }
  await stopped
  await close()
}

async function start(options: StartMockServiceOptions): Promise<MockService> {
  const { startMockService } = await import('../../mock/index.js')
  try {
    return await startMockService(options)
  } catch (cause) {
    const { code, port } = cause as NodeJS.ErrnoException & { port?: number }
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new UsageError(
        `--host must be an address of this machine, found "${printable(options.host ?? '')}".`,
      )
    }
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw cause
    const used = port ?? options.port
    const isOfChain = used !== options.port
    throw new UsageError(`The port ${used}${isOfChain ? ' of a chain' : ''} can't be used (${code}).`, {
      metaMessages: [
        isOfChain
          ? 'Choose the ports of the chains with --rpc-ports; 0 is a free one.'
          : 'Choose another port, or omit --port to use a free one.',
      ],
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
