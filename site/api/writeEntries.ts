import { join } from 'node:path'
import { Application } from 'typedoc'
import type { PluginOptions } from 'typedoc-plugin-markdown'
import { generated, readEntries, root } from '../paths.js'

/** Writes a page for every exported name, from the docstrings. */
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
}
