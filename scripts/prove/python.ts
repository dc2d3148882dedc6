// The Python environment of the prover and of the static analyzer.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const proofs = join(import.meta.dirname, '../../proofs')
const folder = join(proofs, '.venv')
const requirements = join(proofs, 'requirements.txt')
/** A copy of the requirements from which the environment was created. */
const installed = join(folder, 'requirements.txt')

/** Returns the folder of the environment's programs. Creates the environment if it is missing or out of date. */
export function preparePython(): string {
  const bin = join(folder, 'bin')
  const wanted = readFileSync(requirements, 'utf8')
  if (existsSync(installed) && readFileSync(installed, 'utf8') === wanted) return bin
  if (spawnSync('python3', ['-m', 'venv', '--help']).status !== 0) {
    throw new Error(
      'Python 3.11 with its venv module is missing. Install it: apt-get install python3 python3-venv (or brew install python)',
    )
  }
  console.error('Installing proofs/requirements.txt into proofs/.venv')
  rmSync(folder, { recursive: true, force: true })
  execFileSync('python3', ['-m', 'venv', folder], { stdio: 'inherit' })
  const pip = join(bin, 'pip')
  execFileSync(pip, ['install', '--quiet', '--no-deps', '-r', requirements], { stdio: 'inherit' })
  writeFileSync(installed, wanted)
  return bin
}
