/** An ordinary trouble. In its texts `$NAME` stands for a value of {@link Place}. */
export type Trouble = {
  trouble: string
  /** A line for a shell. */
  command: string
  status: 1 | 2 | 3
  /** The first line of the error. */
  line: string
  /** A command that the error suggests, and its status. */
  remedy?: { command: string; status: number }
  /** It needs a process of its own. */
  isProcess?: true
  /** Its user may read and write nothing that is locked. */
  isUnprivileged?: true
  /** The version of Node that runs it. */
  node?: string
}
