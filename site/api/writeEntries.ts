import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Application } from 'typedoc'
import type { PluginOptions } from 'typedoc-plugin-markdown'
import { generated, readEntries, root } from '../paths.js'
import { groupPages } from './groupPages.js'

/** Writes the pages of each entry from the docstrings; the sentence of an entry is its row in docs/library.md. */
export async function writeEntries(): Promise<void> {
  const entries = readEntries()
  const markdown: PluginOptions = {
    entryFileName: 'index',
    hideBreadcrumbs: true,
    hidePageHeader: true,
    useCodeBlocks: true,
    parametersFormat: 'table',
    interfacePropertiesFormat: 'table',
    typeDeclarationFormat: 'table',
  }
  const app = await Application.bootstrapWithPlugins({
    ...markdown,
    router: 'member',
    entryPoints: entries.map(({ source }) => join(root, source)),
    tsconfig: join(root, 'tsconfig.build.json'),
    plugin: ['typedoc-plugin-markdown'],
    out: join(generated, 'api'),
    readme: 'none',
    name: 'TypeScript',
    disableSources: true,
    disableGit: true,
    excludeExternals: true,
    excludeInternal: true,
    excludePrivate: true,
    skipErrorChecking: true,
    validation: false,
    logLevel: 'Warn',
  })
  const project = await app.convert()
  if (!project) throw new Error('TypeDoc could not read the entries.')
  // TypeDoc names a module after its path.
  for (const module of project.children!) {
    module.name = module.name === 'index' ? 'fillproof' : `fillproof/${module.name}`
  }
  await app.generateOutputs(project)
  if (app.logger.hasErrors()) throw new Error('TypeDoc failed.')
  const library = readFileSync(join(root, 'docs/library.md'), 'utf8').replaceAll(
    /\[([^\]]*)\]\([^)]*\)/g,
    '$1',
  )
  groupPages(
    join(generated, 'api'),
    Object.fromEntries(
      entries.map(({ name }) => {
        const sentence = library.split(`| \`${name}\` | `)[1]?.split(' | ')[0]
        if (sentence === undefined) throw new Error(`docs/library.md has no row for ${name}.`)
        return [name, `${sentence[0]!.toUpperCase()}${sentence.slice(1)}`.replace(/\.? See [^.]*$/, '')]
      }),
    ),
  )
}
