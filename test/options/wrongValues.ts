// Values that do not suit an option, and what a call with one of them says.
import { FillproofError } from '../../src/index.js'
import type { Kind, ListedFunction, Option } from './listFunctions.js'

/** What an option may be given, and the kinds that it suits. */
const values: [what: string, value: unknown, suits: Kind[]][] = [
  ['undefined', undefined, []],
  ['a number', 5, ['number']],
  ['a negative number', -1, []],
  ['NaN', Number.NaN, []],
  ['text', 'x', ['text']],
  ['an object', {}, ['options']],
  ['a list', [], ['array']],
  ['a bigint', 7n, ['bigint']],
  ['a negative bigint', -7n, []],
  ['true', true, ['boolean']],
]

/** A wrong value of one option: `index` is the parameter's, `what` describes the value. */
type Mistake = { index: number; option: Option; what: string; value: unknown }

/** Lists the values that each option must refuse. An option of any type refuses none. */
export function listMistakes(parameters: ListedFunction['parameters']): Mistake[] {
  return parameters.flatMap(({ index, options }) =>
    options.flatMap((option) =>
      listWrong(option).map(([what, value]): Mistake => ({ index, option, what, value })),
    ),
  )
}

function listWrong({ kinds, isOptional }: Option): (typeof values)[number][] {
  if (kinds.includes('any')) return []
  return values.filter(
    ([, value, suits]) => !suits.some((kind) => kinds.includes(kind)) && !(value === undefined && isOptional),
  )
}

/** Undefined where an error of ours names the option. Of an empty object it names what is missing in it. */
export async function tell(run: () => unknown, option: string): Promise<string | undefined> {
  const late = new Promise((resolve) => setTimeout(resolve, 3000, 'no answer'))
  const outcome = await Promise.race([
    (async () => run())().then(
      () => 'taken',
      (error: unknown) => error as Error,
    ),
    late,
  ])
  // What a library threw while it asked may have the option's name too.
  if (!(outcome instanceof FillproofError) || outcome.name === 'ServiceNetworkError')
    return outcome instanceof Error ? outcome.name : String(outcome)
  const { field, path } = outcome as { field?: string; path?: string; option?: string }
  const names = [outcome.message, field, path, (outcome as { option?: string }).option]
  return names.some((text) => text?.includes(option)) ? undefined : `${outcome.name}: ${outcome.shortMessage}`
}
