import { describeValue } from '../../base/describeValue.js'
import { toRecord } from '../../base/values.js'
import { type QuoteRequest, type QuoteRow, StepOptionError, verifyQuote } from '../../quote/index.js'
import { colors } from '../colors.js'
import { UsageError } from '../errors.js'
import { formatTable } from '../formatTable.js'
import type { GlobalOptions } from '../options.js'
import { formatOk, print, printable, printJson } from '../output.js'
import { readJsonObject } from '../readJsonFile.js'
import { readProfile } from '../readProfile.js'

export type QuoteOptions = GlobalOptions & {
  request?: string
  minimum?: string
  maximum?: string
  deadline?: string
  signed?: boolean
  now?: string
}

/** Checks a quote in a file against its request, without the service. Returns the exit status. */
export async function quote(path: string, options: QuoteOptions): Promise<number> {
  const profile = await readProfile(options.profile)
  const file = await readJsonObject('FILE', path)
  const kept = toRecord(file.quote) && toRecord(file.request)
  const request = options.request === undefined ? kept : await readJsonObject('--request', options.request)
  if (!request) throw new UsageError('--request must be the file of your quote request.')
  const bounds = {
    minimumAmountOut: options.minimum,
    maximumAmountIn: options.maximum,
    deadline: readTime('--deadline', options.deadline),
    signed: options.signed,
  }
  const now = readTime('--now', options.now) ?? Math.floor(Date.now() / 1000)
  const given = { quote: file.quote ?? file, request: request as QuoteRequest, profile, bounds, now }
  const report = await verifyQuote(given).catch((error: unknown) => {
    if (!(error instanceof StepOptionError)) throw error
    const names: Record<string, string> = { minimumAmountOut: '--minimum', maximumAmountIn: '--maximum' }
    throw new UsageError(`${names[error.option] ?? error.option} must be ${printable(error.requirement)}.`)
  })
  if (options.json) printJson(report)
  else
    print(
      [
        formatTable(['check', '', 'said by', 'finding'], report.checks.map(toCells)),
        verdicts(report.valid),
      ].join('\n'),
    )
  return report.valid ? 0 : 1
}

function readTime(option: string, value: string | undefined): number | undefined {
  if (value === undefined || /^\d{1,12}$/.test(value)) return value === undefined ? undefined : Number(value)
  throw new UsageError(`${option} must be Unix seconds, found "${printable(value)}".`)
}

function toCells({ name, ok, source, path, found, required, missing = [] }: QuoteRow): string[] {
  const by = source === 'solver' ? 'the solver' : 'the service'
  if (ok === true) return [name, formatOk(true), by, '']
  if (ok === null) return [name, '?', by, printable(`not known without ${missing.map(toWords).join('; ')}`)]
  const must = typeof required === 'string' ? required : describeValue(required)
  return [
    name,
    formatOk(false),
    by,
    printable(`${path || 'the quote'} must be ${must}, found ${describeValue(found)}`),
  ]
}

const words: Record<string, string> = {
  'bounds.minimumAmountOut': '--minimum',
  'bounds.maximumAmountIn': '--maximum',
  'protocol.v2.orderSignature': "the solver's signature: only the service vouches for the order",
}

function toWords(missing: string): string {
  return words[missing] ?? missing
}

function verdicts(valid: boolean | null): string {
  if (valid === null) return colors.red('unknown: not every check could be made.')
  return valid
    ? colors.green('valid: the quote does what you requested.')
    : colors.red('invalid: do not sign it.')
}
