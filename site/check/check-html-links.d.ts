declare module 'check-html-links' {
  export function validateFolder(folder: string, options: object): Promise<object[]>
  export function formatErrors(errors: object[], relativeFrom: string): string
}
