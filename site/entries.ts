import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Application, Comment, type DeclarationReflection, ReflectionKind, UnknownType } from 'typedoc'
import { type MarkdownApplication, MarkdownPageEvent, type PluginOptions } from 'typedoc-plugin-markdown'
import { generated, root } from './pages.js'
import { arrangePage } from './plainWords.js'

const markdown: PluginOptions = {
  hideBreadcrumbs: true,
  useCodeBlocks: true,
  useCustomAnchors: true,
  indexFormat: 'table',
  parametersFormat: 'table',
  propertiesFormat: 'table',
  membersWithOwnFile: ['Function'],
  pageTitleTemplates: { module: '{name}', member: ({ rawName }) => rawName.replace(/\(.*/, '') },
}
const titles = {
  kind_plural_class: 'Errors',
  kind_plural_variable: 'Constants',
  kind_plural_type_alias: 'Types',
  kind_plural_interface: 'Types',
  kind_plural_reference: 'Exported here too',
}

/** Writes a page for each entry and for each function from their docstrings, and their sidebar. */
export async function writeEntries(): Promise<void> {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const built = Object.values<{ default?: string }>(exports).flatMap(({ default: file }) => file ?? [])
  const app = (await Application.bootstrapWithPlugins({
    ...markdown,
    ...{ docsRoot: generated, sidebar: { collapsed: undefined } },
    entryPoints: built.map((file) => join(root, file.replace('dist', 'src').replace(/js$/, 'ts'))),
    tsconfig: join(root, 'tsconfig.build.json'),
    plugin: ['typedoc-plugin-markdown', 'typedoc-vitepress-theme'],
    out: join(generated, 'api'),
    router: 'member',
    navigation: { includeGroups: true, includeFolders: false },
    groupOrder: ['Functions', 'Errors', 'Constants', 'Types'],
    locales: { en: titles },
    readme: 'none',
    name: 'TypeScript',
    disableSources: true,
    excludeExternals: true,
    excludeInternal: true,
    skipErrorChecking: true,
    validation: false,
    logLevel: 'Warn',
  })) as MarkdownApplication
  app.renderer.markdownHooks.on('content.end', ({ page, partials }) => {
    const { kind, children = [] } = page.model as DeclarationReflection
    return kind === ReflectionKind.Function ? partials.members(children, { headingLevel: 2 }) : ''
  })
  app.renderer.on(MarkdownPageEvent.END, (page: MarkdownPageEvent) => {
    page.contents = arrangePage(page.contents ?? '')
  })
  const project = await app.convert()
  for (const entry of project?.children ?? []) arrangeEntry(entry, app)
  if (project) project.comment = comment('What each entry of the package exports.')
  project?.groups?.[0]?.children.sort((a, b) => a.name.localeCompare(b.name))
  if (project) await app.generateOutputs(project)
  if (!project || app.logger.hasErrors()) throw new Error('TypeDoc failed.')
}

/** Names an entry as users import it, describes it with its row in docs/library.md, and moves types to their functions. */
function arrangeEntry(entry: DeclarationReflection, app: Application): void {
  entry.name = entry.name === 'index' ? 'fillproof' : `fillproof/${entry.name}`
  const library = readFileSync(join(root, 'docs/library.md'), 'utf8').replaceAll(/\[(.*?)\]\(.*?\)/g, '$1')
  const [, sentence] =
    new RegExp(`^\\| \`${entry.name}\` \\| (.*?)(\\. See .*?)? \\|`, 'm').exec(library) ?? []
  if (!sentence) throw new Error(`docs/library.md has no row for ${entry.name}.`)
  entry.comment = comment(`${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`)
  const mentions = listMentions(entry, app)
  for (const owner of entry.getChildrenByKind(ReflectionKind.Function)) {
    const own = new Set([owner])
    // Types with its name, and those that nothing else mentions.
    for (let before = 0; before < own.size; ) {
      before = own.size
      for (const [type, by] of mentions) {
        if (isTypeOf(type.name, owner.name) || (by.length > 0 && by.every((one) => own.has(one))))
          own.add(type)
      }
    }
    own.delete(owner)
    takeOut(entry, (child) => own.has(child))
    for (const type of own) type.parent = owner
    owner.children = [...own]
  }
  // Every error has what FillproofError has.
  for (const error of entry.getChildrenByKind(ReflectionKind.Class)) {
    takeOut(error, (member) => Boolean(member.inheritedFrom ?? member.overwrites))
  }
  // Readers want the name of an ABI; its type is a megabyte of HTML.
  for (const constant of entry.getChildrenByKind(ReflectionKind.Variable)) {
    if (constant.name.endsWith('Abi')) constant.type = new UnknownType('Abi')
    if (constant.name.endsWith('Module')) constant.type = new UnknownType('IgnitionModule')
  }
}

function comment(text: string): Comment {
  return new Comment([{ kind: 'text', text }])
}

/** The types of an entry, and what mentions each. */
function listMentions({ children = [] }: DeclarationReflection, { serializer }: Application) {
  const texts = children.map((child) => JSON.stringify(serializer.toObject(child)))
  const types = children.filter(({ kind }) => kind & (ReflectionKind.Interface | ReflectionKind.TypeAlias))
  return types.map((type) => {
    const isBy = (text: string) => text.includes(`"target":${type.id},`)
    return [type, children.filter((child, index) => child !== type && isBy(texts[index]!))] as const
  })
}

function isTypeOf(type: string, name: string): boolean {
  return new RegExp(`^${name}(Parameters|ReturnType|Options)$`, 'i').test(type)
}

function takeOut(parent: DeclarationReflection, isOut: (child: DeclarationReflection) => boolean): void {
  const out = parent.children?.filter(isOut) ?? []
  for (const child of out) parent.removeChild(child)
  for (const group of parent.groups ?? [])
    group.children = group.children.filter((child) => !out.includes(child as DeclarationReflection))
  parent.groups = parent.groups?.filter(({ children }) => children.length > 0)
}
