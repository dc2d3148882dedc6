/**
 * Runs Slither on the published contracts. Exit status 1 if it finds anything without an explanation: either in this
 * file for a detector, or in a comment at the line.
 *
 * Run: `node --import tsx scripts/analyze.ts`. `npm run lint` runs solhint.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { environmentWithForge } from './prove/forge.js'
import { preparePython } from './prove/python.js'
import { createWorkspace, removeWorkspace, shipped } from './prove/workspace.js'

/** Detectors that contradict a choice of this project, each with the reason. */
const excluded = {
  assembly: 'measured, and compared with a plain twin by fuzz tests and proofs',
  'incorrect-equality':
    'reports equalities of ids, lengths, flags and chain ids, which nobody can shift by one',
  'low-level-calls': 'BoundedCalls limits what a callee can make its caller copy',
  'naming-convention': "initializers have OpenZeppelin's names, __Contract_init",
  'uninitialized-local': 'zero is the value that these variables start with',
  'unindexed-event-address': "SolverNativeTransfer is the service's event, word for word",
}

const bin = preparePython()
// Start from an empty folder, so that the compiler's output has only these sources.
removeWorkspace({ folder: join(import.meta.dirname, '../cache/prove/analyze') })
const { folder } = await createWorkspace('analyze', shipped)
const args = [
  ...['.', '--foundry-ignore-compile', '--foundry-out-directory', 'out'],
  ...['--filter-paths', `node_modules|${join(folder, 'harness')}`],
  ...['--exclude', Object.keys(excluded).join(',')],
]
const { status } = spawnSync(join(bin, 'slither'), args, {
  cwd: folder,
  env: environmentWithForge(),
  stdio: 'inherit',
})
process.exitCode = status === 0 ? 0 : 1
