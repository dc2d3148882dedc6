export type Field = { name: string; type: string }

/** Reads the fields of a struct, as EIP-712 writes them in a type. */
export function listFields(text: string): Field[] {
  return text.split(',').map((field) => {
    const [type = '', name = ''] = field.split(' ')
    return { name, type }
  })
}
