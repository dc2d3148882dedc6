// Reads, from the types, which options the exported functions take. The TypeScript of the project has no API yet.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type tsc from 'typescript-json-schema/node_modules/typescript'

const require = createRequire(import.meta.url)
const ts: typeof tsc = createRequire(require.resolve('typescript-json-schema'))('typescript')

const root = join(import.meta.dirname, '../..')

/** What a value of an option may be. `text` is any string; `hex` and `choice` are some. */
export type Kind =
  | 'any'
  | 'array'
  | 'bigint'
  | 'boolean'
  | 'choice'
  | 'function'
  | 'hex'
  | 'number'
  | 'object'
  | 'options'
  | 'text'

export type Option = { name: string; isOptional: boolean; kinds: Kind[] }

export type ListedFunction = {
  entry: string
  name: string
  /** Its parameters that are objects, by their place. */
  parameters: { index: number; options: Option[] }[]
}

/** Lists the functions of the entries that take an object; the methods of an interface follow it as `Interface.method`. */
export function listFunctions(
  entries: Readonly<Record<string, string>>,
  interfaces: readonly string[] = [],
): ListedFunction[] {
  const files = Object.values(entries).map((file) => join(root, file))
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} }
  const { options } = ts.getParsedCommandLineOfConfigFile(join(root, 'tsconfig.json'), {}, host)!
  const program = ts.createProgram(files, options)
  const checker = program.getTypeChecker()

  const namesOf = (type: tsc.Type): Option[] => {
    const parts = type.isUnion() ? type.types : [type]
    const byName = new Map<string, Option>()
    for (const part of parts) {
      for (const property of checker.getPropertiesOfType(part)) {
        const isOptional = Boolean(property.flags & ts.SymbolFlags.Optional)
        const kinds = kindsOf(checker.getTypeOfSymbol(property))
        const known = byName.get(property.name)
        if (!known) byName.set(property.name, { name: property.name, isOptional, kinds })
        else {
          known.kinds = [...new Set([...known.kinds, ...kinds])]
          known.isOptional ||= isOptional
        }
      }
    }
    // What only some of the forms have may be left out.
    for (const option of byName.values()) {
      option.isOptional ||= parts.some((part) => !checker.getPropertyOfType(part, option.name))
    }
    return [...byName.values()]
  }

  function kindsOf(type: tsc.Type): Kind[] {
    const parts = type.isUnion() ? type.types : [type]
    return [
      ...new Set(
        parts.flatMap((part): Kind[] => {
          const { flags } = part
          const constraint = flags & ts.TypeFlags.TypeParameter && checker.getBaseConstraintOfType(part)
          if (constraint) return kindsOf(constraint)
          if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return ['any']
          if (flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null | ts.TypeFlags.Void)) return []
          if (flags & ts.TypeFlags.StringLiteral) return ['choice']
          if (flags & ts.TypeFlags.TemplateLiteral) return ['hex']
          if (flags & ts.TypeFlags.StringLike) return ['text']
          if (flags & ts.TypeFlags.NumberLike) return ['number']
          if (flags & ts.TypeFlags.BigIntLike) return ['bigint']
          if (flags & ts.TypeFlags.BooleanLike) return ['boolean']
          if (checker.isArrayType(part) || checker.isTupleType(part)) return ['array']
          if (part.getCallSignatures().length > 0) return ['function']
          const isLoose = namesOf(part).every(({ isOptional }) => isOptional)
          return [isLoose ? 'options' : 'object']
        }),
      ),
    ]
  }

  const takesObject = (type: tsc.Type) =>
    kindsOf(checker.getNonNullableType(type)).every((kind) => kind === 'object' || kind === 'options')

  /** The parameters of a method that is bound are one tuple. */
  const typesOf = (type: tsc.Type): readonly tsc.Type[] => {
    const [signature] = type.getCallSignatures()
    return (signature?.parameters ?? []).flatMap((parameter) => {
      const given = checker.getTypeOfSymbol(parameter)
      return checker.isTupleType(given) ? checker.getTypeArguments(given as tsc.TypeReference) : [given]
    })
  }

  const parametersOf = (type: tsc.Type): ListedFunction['parameters'] =>
    typesOf(type).flatMap((parameter, index) => {
      const given = checker.getNonNullableType(parameter)
      const options = takesObject(given) ? namesOf(given) : []
      return options.length > 0 ? [{ index, options }] : []
    })

  return Object.entries(entries).flatMap(([entry, file]) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(join(root, file))!)!
    return checker.getExportsOfModule(module).flatMap((exported): ListedFunction[] => {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
      const { name } = exported
      const methods = interfaces.includes(name)
        ? checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol))
        : []
      return [
        { entry, name, parameters: parametersOf(checker.getTypeOfSymbol(symbol)) },
        ...methods.map((method) => ({
          entry,
          name: `${name}.${method.name}`,
          parameters: parametersOf(checker.getTypeOfSymbol(method)),
        })),
      ].filter(({ parameters }) => parameters.length > 0)
    })
  })
}
