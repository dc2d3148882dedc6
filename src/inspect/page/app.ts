import { namedProfiles } from '../../service/profile/namedProfiles.js'
import { parseEvidence } from '../evidence/parseEvidence.js'
import { inspectEvidence } from '../inspectEvidence.js'
import { connectCommand, connectForm } from './connection.js'
import { byId, element } from './dom.js'
import { explainError } from './explainError.js'
import { makeLink, readFragment } from './link.js'
import { readSetup } from './readSetup.js'
import { lanes } from './views/lanes.js'
import { loneOrder } from './views/loneOrder.js'
import { loneTransaction } from './views/loneTransaction.js'
import { verdict } from './views/verdict.js'

const setup = readSetup()
const text = byId<HTMLTextAreaElement>('text')
const status = byId('status')
const result = byId('result')
const connect = () => (setup ? connectCommand(setup) : connectForm())

/** What is shown belongs to the newest question. */
let question = 0

async function inspect(): Promise<void> {
  const own = ++question
  say('Inspecting …')
  const shown = await inspectText().catch((error: unknown) => [describeProblem(error)])
  if (own !== question) return
  result.replaceChildren(...shown)
  say('Done.')
}

async function inspectText(): Promise<HTMLElement[]> {
  const now = Math.floor(Date.now() / 1000)
  const evidence = parseEvidence(text.value)
  const inspection = await inspectEvidence({ ...connect(), evidence, now })
  if ('order' in inspection) return [loneOrder(inspection.order)]
  if ('transaction' in inspection) return [loneTransaction(inspection.transaction)]
  const { verification } = inspection
  return [verdict(verification, now), lanes(verification, now)]
}

function describeProblem(error: unknown): HTMLElement {
  const lines = explainError(error).map((line) => element('p', {}, line))
  return element(
    'section',
    { class: 'verdict unknown', role: 'alert' },
    element('h2', {}, "can't tell"),
    ...lines,
  )
}

function say(message: string): void {
  status.textContent = message
}

async function check(file: File): Promise<void> {
  const own = ++question
  say('Loading the workers …')
  const { checkFile } = await import('./records/checkFile.js')
  const { trusted } = connect()
  const isNewest = () => own === question
  try {
    await checkFile({ file, solvers: trusted, into: result, say, isNewest, inspect: inspectLine })
  } catch (error) {
    if (isNewest()) result.replaceChildren(describeProblem(error))
  }
}

function inspectLine(line: string): void {
  text.value = line
  void inspect()
}

function start(): void {
  byId('form').addEventListener('submit', (event) => {
    event.preventDefault()
    void inspect()
  })
  byId('copy-link').addEventListener('click', async () => {
    await navigator.clipboard.writeText(makeLink(text.value))
    say('The link is copied. It holds the evidence, and nothing else.')
  })
  byId<HTMLInputElement>('file').addEventListener('change', ({ target }) =>
    takeFile(target as HTMLInputElement),
  )
  document.addEventListener('dragover', (event) => event.preventDefault())
  document.addEventListener('drop', (event) => {
    event.preventDefault()
    const file = event.dataTransfer?.files[0]
    if (file) void check(file)
  })
  window.addEventListener('hashchange', openFragment)
  const profiles = Object.keys(namedProfiles).map((name) => element('option', {}, name))
  byId('profile').append(...profiles)
  byId('connection').hidden = setup !== undefined
  if (setup) showSetup(setup)
  openFragment()
}

function takeFile(input: HTMLInputElement): void {
  const file = input.files?.[0]
  if (file) void check(file)
  // The same file can be chosen again.
  input.value = ''
}

function showSetup({ profile, target, trusted, text: given }: NonNullable<typeof setup>): void {
  const receiver = target ? `, receiver ${target.receiver}` : ''
  const connected = byId('connected')
  connected.textContent = `Profile ${profile.name}, trusted solver ${trusted.join(', ')}${receiver}.`
  connected.hidden = false
  text.value = given
}

function openFragment(): void {
  const linked = readFragment(location.hash)
  if (linked !== undefined) text.value = linked
  if (text.value !== '') void inspect()
}

start()
