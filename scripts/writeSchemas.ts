/**
 * Writes JSON schemas of the files that users keep into `dist/schemas`, from their types.
 *
 * Run: `node --import tsx scripts/writeSchemas.ts`, as `npm run build` does.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildGenerator, type Definition, programFromConfig } from 'typescript-json-schema'

const root = join(import.meta.dirname, '..')
const contents = {
  call: [
    'CallFile',
    'A call of payAuthorized, as payReceiver passes it to keep. Its terms must hash to callHash.',
  ],
  order: [
    'OrderFile',
    'An order, as a quote has it in protocol.v2.orderData. Its hash must be what the solver signed.',
  ],
  deployment: ['DeploymentFile', 'The record that fillproof deploy writes for each chain.'],
  verification: ['VerificationFile', 'The line that fillproof verify --json prints.'],
} as const

/** Returns the schema of each file by name, in draft 7. A schema does not check signatures and hashes. */
export function createSchemas(): Record<keyof typeof contents, Definition> {
  const config = join(root, 'scripts/schemas/tsconfig.json')
  const generator = buildGenerator(programFromConfig(config), {
    required: true,
    ref: false,
    ignoreErrors: true,
  })
  if (!generator) throw new Error('The types of the kept files do not compile.')
  const schemas = Object.entries(contents).map(([name, [type, description]]) => {
    const schema = JSON.stringify({ ...generator.getSchemaForSymbol(type), description })
    // The schema of a template literal type only has the prefix.
    return [name, JSON.parse(schema.replaceAll('^0x.*$', '^0x[0-9a-fA-F]*$'))]
  })
  return Object.fromEntries(schemas)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folder = join(root, 'dist/schemas')
  mkdirSync(folder, { recursive: true })
  for (const [name, schema] of Object.entries(createSchemas())) {
    writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(schema, undefined, 2)}\n`)
  }
}
