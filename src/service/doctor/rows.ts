/** A thing that was compared: what fillproof knows of the service, and what the service says now. */
export type DoctorRow = {
  /** `new`: only the service has it. `gone`: only fillproof has it. `same` sums up what does not differ. */
  status: 'same' | 'new' | 'changed' | 'gone'
  /** Such as `router in use`, `POST /quote/v3` or `receiver: router 0x…`. */
  subject: string
  /** What is known; absent where nothing is. */
  known?: string
  /** What was found; absent where nothing was. */
  found?: string
  /** The chains on which it is so, by their names; one that came or went with its id. */
  chains?: readonly string[]
  /** What it means for the user, and what to do; absent where nothing differs. */
  meaning?: string
}

/** Sums up what was compared and does not differ; nothing was compared, nothing is said. */
export function sameRow(subject: string, count: number, noun: string): DoctorRow[] {
  if (count === 0) return []
  return [{ status: 'same', subject, found: `${count} ${noun}${count === 1 ? '' : 's'}` }]
}

/** Makes one row of those that differ in their chains alone. */
export function groupChains(rows: readonly DoctorRow[]): DoctorRow[] {
  const groups = new Map<string, DoctorRow>()
  for (const { chains = [], ...row } of rows) {
    const key = JSON.stringify([row.status, row.subject, row.known, row.found, row.meaning])
    groups.set(key, { ...row, chains: [...(groups.get(key)?.chains ?? []), ...chains] })
  }
  return [...groups.values()]
}
