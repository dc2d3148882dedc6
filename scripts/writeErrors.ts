/**
 * Writes `docs/errors.md`, the target of links in error messages. It has the docstring of each error class, and the
 * explanation of each contract error.
 *
 * Run: `node --import tsx scripts/writeErrors.ts`, as `npm run build` does.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { receiverChecks } from '../src/rules/accepts/checks.js'
import { explainedErrors } from '../src/rules/explainedErrors.js'
import { guardChecks } from '../src/rules/paysFor/checks.js'

const root = join(import.meta.dirname, '..')

/** The sections of the page. A file is in the first section with one of its folders. */
const sections = [
  { title: 'The client', folders: ['client', 'service/steps', 'service/venue'] },
  { title: 'Webhooks', folders: ['webhooks'] },
  { title: 'The command line', folders: ['cli', 'deploy', 'report', 'watch', 'contract/rpc'] },
  { title: 'The library', folders: [''] },
]

/** Links that the page adds to an explanation. */
const links: Record<string, string> = {
  RecipientNotAllowed:
    'See [recipients](recipients.md). Adding a recipient while a root is set makes authorizations stale: [pause first](integration.md#change-the-policy-with-calls-in-flight).',
}

const intro = `# Errors

Every error has a stable name, a one-sentence message, a line on the fix, and the failing value in its fields. Messages
shorten long values and never contain a key, so log messages, not fields. This page is written by \`npm run build\`.
`

const contractsIntro = `## The contracts

The explanations that \`explainRevert\` returns, with the error's arguments in italics.
`

const pages = sections.map(({ title }) => [`## ${title}\n`])
for (const path of globSync('**/*.ts', { cwd: join(root, 'src') }).sort()) {
  const section = sections.findIndex(({ folders }) => folders.some((folder) => path.startsWith(folder)))
  pages[section]!.push(...readClasses(path))
}
const [library, ...others] = [pages.at(-1)!, ...pages.slice(0, -1)]
const contracts = [contractsIntro, ...Object.entries(explainedErrors).sort().map(describeRevert)]
const text = [[intro], library, ...others, contracts].flat().join('\n')
writeFileSync(join(root, 'docs/errors.md'), text)

/** Reads the error classes of one file that the page lists. */
function readClasses(path: string): string[] {
  const source = readFileSync(join(root, 'src', path), 'utf8')
  const classes = source.matchAll(
    /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n)?export class (\w+Error)<?[^{]* extends (?:\/\*.*?\*\/ )?(\w+)/g,
  )
  return [...classes].flatMap(([, docstring, name, base]) => {
    if (base === 'Error') return []
    if (!docstring) throw new Error(`${path}: ${name} has no docstring`)
    return [`### ${name}\n\n${docstring.replaceAll(/^[ *]+/gm, '').trim()}\n`]
  })
}

/** Returns the check of a receiver or a guard that an error belongs to. */
function checkOf(name: string): string {
  const receivers = Object.entries(receiverChecks).map(([check, { errors }]) => [check, errors] as const)
  const found = [...receivers, ...Object.entries(guardChecks)].find(([, errors]) => name in errors)
  return found ? `Check: \`${found[0]}\`.` : ''
}

function describeRevert([name, { says, remedy }]: [string, { says: string; remedy: string }]): string {
  const explanation = says.replaceAll('.{', '. {').replaceAll(/\{(\w+)\}/g, '*$1*')
  return `### ${name}\n\n${explanation}\n${[remedy, links[name], checkOf(name)].filter(Boolean).join(' ')}\n`
}
