/** One comparison: fillproof's knowledge of the service, and the service's current answer. */
export type DoctorRow = {
  /** `new`: only the service has it. `gone`: only fillproof has it. `same` summarizes what does not differ. */
  status: 'same' | 'new' | 'changed' | 'gone'
  /** The compared thing, such as `router in use`, `POST /quote/v3` or `receiver: router 0x…`. */
  subject: string
  known?: string
  /** The found value. Absent if there is none. */
  found?: string
  /** The names of the chains that the row applies to. A chain that is new or gone also has its id. */
  chains?: readonly string[]
  /** What the difference means for the user, and what to do. Absent if nothing differs. */
  meaning?: string
}

/** Summarizes the comparisons without a difference. Empty if nothing was compared. */
export function sameRow(subject: string, count: number, noun: string): DoctorRow[] {
  if (count === 0) return []
  return [{ status: 'same', subject, found: `${count} ${noun}${count === 1 ? '' : 's'}` }]
}

/** Merges the rows that differ only in their chains. */
export function groupChains(rows: readonly DoctorRow[]): DoctorRow[] {
  const groups = new Map<string, DoctorRow>()
  for (const { chains = [], ...row } of rows) {
    const key = JSON.stringify([row.status, row.subject, row.known, row.found, row.meaning])
    groups.set(key, { ...row, chains: [...(groups.get(key)?.chains ?? []), ...chains] })
  }
  return [...groups.values()]
}
