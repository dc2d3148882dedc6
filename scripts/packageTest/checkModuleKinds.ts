import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { install, root } from './install.js'
import { run } from './run.js'

const compiler = 'typescript@5.6.3'
const typeChecker = '@arethetypeswrong/cli@0.18.5'

/** The version in CommonJS projects, such as those of Hardhat 2. */
const ignition = '@nomicfoundation/ignition-core@0.15.15'

/** The ways in which a user's compiler may resolve the package: the file's extension, `module`, `moduleResolution`. */
const kinds = {
  'node16 ESM': ['mts', 'node16', 'node16'],
  'node16 CommonJS': ['cts', 'node16', 'node16'],
  'node10 CommonJS': ['ts', 'commonjs', 'node10'],
  bundler: ['ts', 'esnext', 'bundler'],
} as const

/** Compiles one program as ESM and as CommonJS, with an older TypeScript, and runs it on this Node. */
export async function checkModuleKinds(temporary: string, tarball: string): Promise<void> {
  const folder = join(temporary, 'modules')
  mkdirSync(folder)
  await run(folder, 'npm', ['init', '--yes'])
  await install(folder, tarball, ['viem', compiler, typeChecker, ignition])
  const entries = listEntries()
  for (const [kind, [extension, module, moduleResolution]] of Object.entries(kinds)) {
    writeFileSync(join(folder, `use.${extension}`), makeProgram(entries))
    const out = `out-${kind.replace(' ', '-')}`
    const options = { module, moduleResolution, outDir: out, target: 'es2022' }
    const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
    await run(folder, 'npx', ['tsc', '--strict', '--skipLibCheck', ...flags, `use.${extension}`])
    // Code for a bundler runs only after bundling, which test/browser.test.ts does.
    if (kind !== 'bundler') await run(folder, 'node', [join(out, `use.${extension.replace('ts', 'js')}`)])
  }
  // Ignore two reports of the same fact: CommonJS loads the ESM files at run time.
  await run(folder, 'npx', [
    'attw',
    tarball,
    '--ignore-rules',
    'false-cjs',
    'cjs-resolves-to-esm',
    '--entrypoints',
    ...entries,
  ])
}

/** Returns the entries with types for CommonJS, which `require` can load. */
export function listEntries(): string[] {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return Object.keys(exports).filter((name) => exports[name].require)
}

/** Creates a program that uses a type and a value of the root, and a value of each entry. */
function makeProgram(entries: readonly string[]): string {
  const imports = entries.map((entry, index) => `import * as entry${index} from 'fillproof${entry.slice(1)}'`)
  const used = entries.map((_, index) => `entry${index}`)
  return `${imports.join('\n')}
import { hashAttestation, type AttestationInput } from 'fillproof'
const words: AttestationInput = {
  requestId: '0x910113af21b5771f35712ab2680b578e5551a2e358916d9c540aa4f613418e2a',
  originChainId: 1,
  originUser: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
  originCurrency: '0x0000000000000000000000000000000000000000',
  originAmount: 700000000000000000n,
  destinationChainId: 7777777,
  destinationUser: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
}
// @ts-expect-error A misspelled field does not compile.
hashAttestation(words).lenght
if (hashAttestation(words) !== '0x90b6e106cb46dfb411fa528da7f5177ecaf4761f6b7242f00418cc7d4285943c') throw new Error('hash')
for (const entry of [${used.join(', ')}]) if (Object.keys(entry).length === 0) throw new Error('an empty entry')
`
}
