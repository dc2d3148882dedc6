import { spawn, spawnSync } from 'node:child_process'

export const shells = ['bash', 'zsh', 'fish'] as const

export type Shell = (typeof shells)[number]

export type Completing = {
  script: string
  /** What stands behind `fillproof `, up to the cursor. */
  lines: readonly string[]
  cwd: string
}

/** Whether this machine has a shell. */
export function hasShell(shell: Shell): boolean {
  return spawnSync(shell, ['-c', 'exit 0']).status === 0
}

/**
 * What a real shell that has read the script offers for the last word of each line, sorted. The option before an = and the
 * slash behind a folder are left out, as each shell shows them in its own way.
 */
export async function completeInShell(shell: Shell, completing: Completing): Promise<string[][]> {
  const offered = await completers[shell](completing)
  return offered.map((words) => words.map((word) => word.replace(/^--[\w-]+=/, '').replace(/\/$/, '')).sort())
}

const completers = {
  bash: async (completing: Completing) => {
    const typed = [
      `bind '"\\t": insert-completions'`,
      `fillproof() { printf R; printf '<%s>' "$@"; echo; }`,
      'eval "$SCRIPT"',
      ...typeTwice(completing),
    ]
    const options = ['--norc', '--noprofile', '-i']
    return readTwice(await runShell('bash', options, `${typed.join('\n')}\n`, completing), completing)
  },

  zsh: async (completing: Completing) => {
    const typed = [
      'PS1= RPS1=',
      'unsetopt prompt_cr prompt_sp beep',
      'autoload -U compinit',
      'compinit -u -D',
      'set_all() { compstate[insert]=all; compstate[list]= }',
      'insert_all() { comppostfuncs=(set_all); _main_complete "$@" }',
      'zle -C complete-all complete-word insert_all',
      "bindkey '^I' complete-all",
      `fillproof() { { printf R; printf '<%s>' "$@"; echo } >&3; }`,
      'eval "$SCRIPT"',
      ...typeTwice(completing),
      'exit',
    ]
    // Its line editor needs a terminal, which zsh makes itself; results go around what that echoes.
    const driver = [
      'zmodload zsh/zpty',
      'exec 3>&1',
      'zpty terminal zsh -f -i',
      ...typed.map((line) => `zpty -w terminal '${line.replaceAll("'", "'\\''")}'`),
      'while zpty -r terminal line; do :; done',
    ]
    return readTwice(await runShell('zsh', ['-f'], `${driver.join('\n')}\n`, completing), completing)
  },

  fish: async (completing: Completing) => {
    const asked = completing.lines.map((line) => `complete -C 'fillproof ${line}'; echo =`)
    const typed = ['eval $SCRIPT', ...asked].join('\n')
    const printed = await runShell('fish', ['--no-config', '-c', typed], '', completing)
    const answers = printed.split(/^=\n/m).slice(0, -1)
    return answers.map((answer, index) => {
      const words = answer.split('\n').map((line) => line.replace(/\t.*/, ''))
      // Fish also offers what only resembles the word, where nothing begins with it.
      const begun = completing.lines[index]?.split(' ').at(-1) ?? ''
      return words.filter((word) => word !== '' && word.startsWith(begun))
    })
  },
}

/** Each line with the key that inserts all that is offered, and as it is. */
function typeTwice({ lines }: Completing): string[] {
  return lines.flatMap((line) => [`fillproof ${line}\t`, `fillproof ${line}`])
}

/** The command prints what it is given; what differs was offered. */
function readTwice(printed: string, { lines }: Completing): string[][] {
  const given = [...printed.matchAll(/^R(.*)$/gm)].map(([, text = '']) =>
    [...text.matchAll(/<([^>]*)>/g)].map(([, word = '']) => word),
  )
  if (given.length !== 2 * lines.length)
    throw new Error(`The shell answered ${given.length} times: ${printed}`)
  return lines.map((line, index) => {
    const [completed = [], plain = []] = given.slice(2 * index)
    if (completed.join('\n') === plain.join('\n')) return []
    const words = line.split(' ').length - 1
    return completed.slice(words)
  })
}

function runShell(
  shell: Shell,
  options: readonly string[],
  typed: string,
  { script, cwd }: Completing,
): Promise<string> {
  const env = { ...process.env, SCRIPT: script, HOME: cwd, TERM: 'xterm', INPUTRC: '/dev/null' }
  const child = spawn(shell, options, { cwd, env, stdio: ['pipe', 'pipe', 'ignore'] })
  return new Promise((resolve, reject) => {
    let printed = ''
    child.stdout.on('data', (chunk) => {
      printed += chunk
    })
    child.on('error', reject)
    child.on('close', () => resolve(printed))
    child.stdin.end(typed)
  })
}
