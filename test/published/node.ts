/** A type of the published types, as makeSchemas.ts writes it. A name that ends in `?` is optional. */
export type Node =
  | 'string'
  | 'number'
  | 'boolean'
  | 'unknown'
  | 'null'
  | { literal: string | number | boolean }
  | { array: Node }
  | { union: Node[] }
  | { all: Node[] }
  | { part: string }
  | ObjectNode

export type ObjectNode = { object: Record<string, Node>; rest?: Node }
