// The page's shell: handles typed, pasted, dropped and linked texts, and the history. Answers come from `answer.ts`.
import { writeBigint } from '../base/writeBigint.js'
import type { ShownAnswer } from './answer.js'
import { button, byId, element, saveFile, shorten } from './dom.js'
import { makeFragment, readFragment } from './link.js'
import type { FileCheck } from './records/checkFile.js'
import { setup } from './setup.js'

/** The most characters of evidence. A longer text is offered as a file of records. */
const mostCharacters = 2 ** 20

const text = byId<HTMLTextAreaElement>('text')
const [form, bar, records, result] = [byId('form'), byId('bar'), byId('records'), byId('result')]
const connection = byId<HTMLDetailsElement>('connection')
const loadAnswers = () => import('./answer.js')

/** The most characters of a text to show as the subject, if there is no id to show. */
const mostShown = 24

/** The texts of this visit, by the key in the history entry. */
const texts = new Map<string, string>()

type Entry = { text?: string; isLine?: boolean; isFile?: boolean }

/** The number of the newest question. Answers to older questions are dropped. */
let question = 0
let shown: { text: string; fragment: string | undefined; answer: ShownAnswer } | undefined
let file: (FileCheck & { given: File }) | undefined
let isExample = false

function show(view: 'form' | 'answer' | 'file'): void {
  form.hidden = view !== 'form'
  bar.hidden = view === 'form'
  byId('saves').hidden = view !== 'answer'
  result.hidden = view !== 'answer'
  connection.hidden = view === 'form' || setup !== undefined
  document.body.dataset.view = view
  document.title = view === 'file' && file ? `${file.name} · fillproof` : 'fillproof inspect'
  if (view === 'file') describeSubject(isExample ? 'Example file' : 'File')
  if (view === 'form') say('')
}

/** Shows what the answer is about. Only evidence has a link to copy. */
function describeSubject(subject: string | HTMLElement, hasLink = false): void {
  byId('subject').replaceChildren(typeof subject === 'string' ? element('bdi', {}, subject) : subject)
  byId('copy-link').hidden = !hasLink
}

function say(message: string): void {
  byId('status').textContent = message
}

/** Answers a text, and adds the text to the history unless it comes from there. */
async function inspect(given: string, { isLine = false, isKnown = false } = {}): Promise<void> {
  if (given.length > mostCharacters) return offerFile(given)
  const own = ++question
  say('Inspecting …')
  const { answerText } = await loadAnswers()
  const answer = await answerText(given, isExample)
  if (own !== question) return
  const fragment = await makeFragment(given, answer.hashName)
  if (own !== question) return
  shown = { text: given, fragment, answer }
  if (!isKnown) remember(given, fragment, isLine)
  records.hidden = !(isLine && file)
  text.value = given
  result.replaceChildren(
    ...(isLine && file ? [button(`Back to ${file.name}`, () => history.back())] : []),
    ...answer.nodes,
  )
  const subject = answer.id ? shorten(answer.id) : shortenText(given.trim())
  describeSubject(answer.subject ?? subject, fragment !== undefined)
  if (answer.isList) result.querySelector('.card')?.append(checkButton(given))
  const colophon = byId('colophon')
  const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'long' }).format()
  // The first screen already names the trusted solver and the receiver. Print and a saved report need the whole line.
  const place = element('span', { class: 'place' }, ` · ${answer.place}`)
  colophon.replaceChildren(`Checked at ${time}`, place, ` · fillproof ${colophon.dataset.version}`)
  show('answer')
  if (answer.usesConnection) connection.open = true
  byId('saves').hidden = answer.data === undefined
  document.title = `${answer.headline} · ${subject} · fillproof`
  say(`${answer.headline}.`)
  window.scrollTo(0, 0)
  result.querySelector<HTMLElement>('.card')?.focus({ preventScroll: true })
}

function shortenText(given: string): string {
  return given.length > mostShown ? `${given.slice(0, mostShown)}…` : given
}

function remember(given: string, fragment: string | undefined, isLine: boolean): void {
  const key = `${performance.timeOrigin} ${texts.size}`
  texts.set(key, given)
  const entry: Entry = { text: key, isLine }
  const url = isExample ? location.hash : (fragment ?? location.pathname)
  const isFirst = history.state === null && setup?.text === given
  if (isFirst || (location.hash !== '' && location.hash === url)) history.replaceState(entry, '', url)
  else history.pushState(entry, '', url)
}

function checkButton(given: string): HTMLButtonElement {
  return button('Check it as a file of records', () => void checkFile(new File([given], 'pasted text')))
}

/** Offers to check text that is too long to be one request's evidence. */
function offerFile(given: string): void {
  isExample = false
  const title = `This is ${Math.ceil(given.length / 2 ** 20)} MiB of text`
  const note = element('p', {}, 'The evidence of one request is at most 1 MiB.')
  const check = checkButton(given)
  const attributes = { class: 'card unknown', 'aria-label': 'Verdict' }
  result.replaceChildren(element('section', attributes, element('h2', {}, title), note, check))
  show('answer')
  for (const part of [bar, byId('saves'), connection]) part.hidden = true
  form.hidden = false
  say(`${title}.`)
  check.focus()
}

/** Opens a file: the evidence of one request, or records. */
async function takeFile(given: File): Promise<void> {
  if (given.size > mostCharacters) return checkFile(given)
  const content = await given.text().catch(() => '')
  const { isEvidence } = await loadAnswers()
  return isEvidence(content) ? inspect(content) : checkFile(given)
}

async function checkFile(given: File): Promise<void> {
  file?.cancel()
  question++
  say('Loading the checker …')
  const [{ startCheck }, { recordsSetup, describeTrouble }] = await Promise.all([
    import('./records/checkFile.js'),
    loadAnswers(),
  ])
  try {
    const inspectLine = (line: string) => void inspect(line, { isLine: true })
    const parameters = { file: given, ...recordsSetup(isExample), into: records, say, inspect: inspectLine }
    file = { ...startCheck(parameters), given }
  } catch (error) {
    result.replaceChildren(...describeTrouble(error).nodes)
    describeSubject('file')
    show('answer')
    byId('saves').hidden = true
    return
  }
  if (!isExample) history.pushState({ isFile: true } satisfies Entry, '', location.pathname)
  else history.replaceState({ isFile: true } satisfies Entry, '', location.hash)
  records.hidden = false
  show('file')
}

/** Shows the content of a history entry. */
async function open(entry: Entry | null): Promise<void> {
  question++
  if (entry?.isFile && file) {
    records.hidden = false
    return show('file')
  }
  const [, example] = /^#try=(genuine|forged|file)$/.exec(location.hash) ?? []
  isExample = example !== undefined
  const { text: key = '', isLine = false } = entry ?? {}
  const known = texts.get(key) ?? (await readFragment(location.hash))
  if (known !== undefined) return inspect(known, { isLine, isKnown: true })
  if (example !== undefined) return openExample(example)
  records.hidden = true
  show('form')
}

async function openExample(name: string): Promise<void> {
  const answer = await fetch(name === 'file' ? 'records.ndjson' : `${name}.json`)
  const content = await answer.text()
  if (name === 'file') return checkFile(new File([content], 'records.ndjson'))
  return inspect(content, { isKnown: true })
}

async function saveReport(): Promise<void> {
  const answer = await fetch('style.css')
  const style = `<style>${await answer.text()}</style></head>`
  const page = document.implementation.createHTMLDocument(document.title)
  const content = "default-src 'none'; style-src 'unsafe-inline'"
  const policy = element('meta', { 'http-equiv': 'Content-Security-Policy', content })
  const copy = result.cloneNode(true) as HTMLElement
  for (const part of copy.querySelectorAll('button')) part.remove()
  page.head.prepend(element('meta', { charset: 'utf-8' }), policy)
  page.body.append(copy, byId('colophon').cloneNode(true))
  // The page's own policy forbids creating a style element here.
  const html = page.documentElement.outerHTML.replace('</head>', () => style)
  saveFile('fillproof-report.html', new Blob([`<!doctype html>${html}`], { type: 'text/html' }))
}

function saveJson(): void {
  const json = JSON.stringify(shown?.answer.data, writeBigint, 2)
  saveFile('fillproof-report.json', new Blob([json], { type: 'application/json' }))
}

function submit(): void {
  isExample = false
  if (text.value.trim() !== '') return void inspect(text.value)
  say('There is no text. Paste what the label names, or open a file.')
  text.focus()
}

async function start(): Promise<void> {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    submit()
  })
  byId('again').addEventListener('submit', (event) => {
    event.preventDefault()
    isExample = false
    if (document.body.dataset.view === 'file' && file) void checkFile(file.given)
    else if (shown) void inspect(shown.text)
  })
  // Typing discards the pending answer.
  text.addEventListener('input', () => question++)
  // Nobody drops a file on a touch screen or a narrow one, so the placeholder does not offer that.
  if (matchMedia('(pointer: coarse), (max-width: 40rem)').matches) text.placeholder = 'Paste here'
  text.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
  })
  text.addEventListener('paste', (event) => {
    const pasted = event.clipboardData?.getData('text') ?? ''
    if (pasted.length <= mostCharacters) return void setTimeout(submit)
    event.preventDefault()
    offerFile(pasted)
  })
  byId('change').addEventListener('click', () => {
    show('form')
    text.focus()
  })
  byId('copy-link').addEventListener('click', async () => {
    await navigator.clipboard.writeText(`${location.origin}${location.pathname}${shown?.fragment}`)
    say('The link is copied. It holds the evidence, and nothing else.')
  })
  byId('save').addEventListener('click', () => void saveReport())
  byId('save-json').addEventListener('click', saveJson)
  const input = byId<HTMLInputElement>('file')
  input.addEventListener('change', () => {
    const [chosen] = input.files ?? []
    isExample = false
    if (chosen) void takeFile(chosen)
    // Without this, choosing the same file again would cause no event.
    input.value = ''
  })
  document.addEventListener('dragover', (event) => event.preventDefault())
  document.addEventListener('drop', (event) => {
    event.preventDefault()
    isExample = false
    const [dropped] = event.dataTransfer?.files ?? []
    if (dropped) void takeFile(dropped)
  })
  window.addEventListener('popstate', ({ state }) => void open(state))
  window.addEventListener('unhandledrejection', () => {
    show('form')
    say('The page could not load a part of itself. Does the command still run?')
  })
  if (setup) showSetup(setup)
  else await fillProfiles()
  if (question > 0) return // The user has already asked something.
  if (location.hash === '' && setup?.text) void inspect(setup.text)
  else void open(history.state)
}

async function fillProfiles(): Promise<void> {
  const { namedProfiles } = await import('../service/profile/namedProfiles.js')
  byId('profile').append(...Object.keys(namedProfiles).map((name) => element('option', {}, name)))
}

function showSetup({ profile, target, trusted }: NonNullable<typeof setup>): void {
  byId('privacy').textContent =
    'This page asks only the command on this machine, and the command asks only its service and its nodes.'
  const name = (address: string) => element('code', { title: address }, shorten(address))
  byId('connected').append(
    `Profile ${profile.name}`,
    ...trusted.flatMap((address) => [' · trusted solver ', name(address)]),
    ...(target ? [' · receiver ', name(target.receiver)] : []),
  )
}

void start()
