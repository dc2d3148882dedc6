// What the routers of each version can do, as the service's sources have it.
export const plainRouter = { form: 'plain', witness: 'plain', callLog: 'bytes', label: 'v2.1' } as const
export const metadataRouter = {
  form: 'metadata',
  witness: 'metadata',
  callLog: 'bytes',
  label: 'v3',
} as const
export const msgValueRouter = {
  form: 'metadata',
  witness: 'msgValue',
  callLog: 'hash',
  label: 'v3.2',
} as const
