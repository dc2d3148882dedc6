/** `npm run test:deep` runs the tools' tests as well, and every suite with larger counts. */
export function count<value>({ normal, deep }: { normal: value; deep: value }): value {
  return process.env.npm_lifecycle_event === 'test:deep' ? deep : normal
}
