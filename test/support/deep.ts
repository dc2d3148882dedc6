/** `npm run test:deep` differs from `npm test` in its counts alone. */
export function count({ normal, deep }: { normal: number; deep: number }): number {
  return process.env.npm_lifecycle_event === 'test:deep' ? deep : normal
}
