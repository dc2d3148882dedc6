import { readFileSync } from 'node:fs'
import ts from 'esbuild'

export type Example = {
  /** The file, and the function or class below the docstring. */
  file: string
  subject: string
  code: string
}

const docstring =
  /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export (?:abstract )?(?:async )?(?:function|class|const) (\w+)/g

/** Reads the `@example` of every exported function and class of a source file. */
export function readExamples(file: string): Example[] {
  return [...readFileSync(file, 'utf8').matchAll(docstring)].flatMap(([, text = '', subject = '']) => {
    const [, example] = text.split(/^ \* @example\n/m)
    return example ? [{ file, subject, code: example.replace(/^ \* ?/gm, '').trim() }] : []
  })
}

/**
 * Runs an example, and returns each value that a comment below a statement claims, beside the claimed one.
 * A result comment is a literal, over one line or more.
 */
export async function runExample(
  code: string,
  modules: Record<string, object>,
): Promise<{ actual: unknown; claimed: unknown }[]> {
  const results: { actual: unknown; claimed: unknown }[] = []
  const body = await ts.transform(withResults(code.split('\n')), { loader: 'ts', target: 'es2022' })
  const run = new AsyncFunction(
    'modules',
    'results',
    body.code.replace(importLine, 'const {$1} = modules[$2]'),
  )
  await run(modules, results)
  return results
}

const AsyncFunction = (async () => {}).constructor as new (
  ...parts: string[]
) => (...values: unknown[]) => Promise<void>
const importLine = /import \{(.*?)\} from ("[^"]+")/g

/** The statement that starts at the last unindented word above a result comment becomes its `actual`. */
function withResults(lines: string[]): string {
  const output: string[] = []
  for (let index = 0; index < lines.length; index++) {
    if (!lines[index]?.startsWith('// ')) {
      output.push(lines[index] ?? '')
      continue
    }
    const claimed: string[] = []
    while (lines[index]?.startsWith('// ')) claimed.push(lines[index++]?.slice(3) ?? '')
    const start = output.findLastIndex((line) => /^[\w[(]/.test(line))
    const statement = output.splice(start).join('\n')
    output.push(`results.push({ actual: await (${statement}), claimed: (${claimed.join('\n')}) })`)
  }
  return output.join('\n')
}
