import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Application, Comment, type DeclarationReflection, ReflectionKind, UnknownType } from 'typedoc'
import type { MarkdownApplication, PluginOptions } from 'typedoc-plugin-markdown'
import { generated, root } from './pages.js'

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
  const project = await app.convert()
  project?.children?.forEach(arrangeEntry)
  if (project) project.comment = comment('What each entry of the package exports.')
  project?.groups?.[0]?.children.sort((a, b) => a.name.localeCompare(b.name))
  if (project) await app.generateOutputs(project)
  if (!project || app.logger.hasErrors()) throw new Error('TypeDoc failed.')
}

/** Names an entry as users import it, describes it with its row in docs/library.md, and moves types to their functions. */
function arrangeEntry(entry: DeclarationReflection): void {
  entry.name = entry.name === 'index' ? 'fillproof' : `fillproof/${entry.name}`
  const library = readFileSync(join(root, 'docs/library.md'), 'utf8').replaceAll(/\[(.*?)\]\(.*?\)/g, '$1')
  const [, sentence] =
    new RegExp(`^\\| \`${entry.name}\` \\| (.*?)(\\. See .*?)? \\|`, 'm').exec(library) ?? []
  if (!sentence) throw new Error(`docs/library.md has no row for ${entry.name}.`)
  entry.comment = comment(`${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`)
  for (const owner of entry.getChildrenByKind(ReflectionKind.Function)) {
    const types = takeOut(entry, (child) => isTypeOf(child.name, owner.name))
    for (const type of types) type.parent = owner
    owner.children = types
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

function isTypeOf(type: string, name: string): boolean {
  return new RegExp(`^${name}(Parameters|ReturnType|ErrorType|Options)$`, 'i').test(type)
}

function takeOut(
  parent: DeclarationReflection,
  isOut: (child: DeclarationReflection) => boolean,
): DeclarationReflection[] {
  const out = parent.children?.filter(isOut) ?? []
  for (const child of out) parent.removeChild(child)
  for (const group of parent.groups ?? [])
    group.children = group.children.filter((child) => !out.includes(child as DeclarationReflection))
  parent.groups = parent.groups?.filter(({ children }) => children.length > 0)
  return out
}
