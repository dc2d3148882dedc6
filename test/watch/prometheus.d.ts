declare module 'parse-prometheus-text-format' {
  type Sample = { value: string; labels?: Record<string, string> }
  /** Parses Prometheus' text form. */
  export default function parse(text: string): { name: string; metrics: Sample[] }[]
}
