type Row<columns extends Record<string, readonly unknown[]>> = {
  [name in keyof columns]: columns[name][number]
}

/** Makes a table with a row for every combination of the columns' values. The last column varies fastest. */
export function combine<const columns extends Record<string, readonly unknown[]>>(
  columns: columns,
): Row<columns>[] {
  return Object.entries(columns).reduce<object[]>(
    (rows, [name, values]) => rows.flatMap((row) => values.map((value) => ({ ...row, [name]: value }))),
    [{}],
  ) as Row<columns>[]
}
