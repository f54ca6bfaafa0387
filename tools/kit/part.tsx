import { type ComponentType, type ReactElement, type ReactNode, useState } from 'react'
import { Button } from '#src/ui/forms/button.tsx'

/** A component in each of its states. */
export interface Part extends Options {
  states: Record<string, ReactNode>
}

interface Options {
  /** Behaviour that the example cannot show, such as keys and delays. */
  about?: string
  wide?: boolean
  /** Height in pixels of a separate frame, for components that fill a page or are fixed to its edges. */
  whole?: number
  /** Wraps the states in a form with these values. The flags are errors of touched fields. */
  form?: { values: Record<string, unknown>; flags?: Record<string, string> }
}

export interface Group {
  title: string
  parts: Record<string, Part>
}

interface Of<Props> extends Options {
  props?: Partial<Props>
  /** Value and callback of a controlled component. The example updates the value, so that it can be used. */
  live?: readonly [value: keyof Props, callback: keyof Props]
}

/** Returns a component's states, rendered with the props of each. */
export function part<Props extends object>(
  Component: ComponentType<Props>,
  rows: Record<string, Partial<Props>>,
  { props, live, ...options }: Of<Props> = {},
): Part {
  const show = (row: Partial<Props>) => {
    const all = { ...props, ...row } as Props
    return live ? <Live Component={Component} props={all} live={live} /> : <Component {...all} />
  }
  return { ...options, states: Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, show(row)])) }
}

interface LiveProps<Props> {
  Component: ComponentType<Props>
  props: Props
  live: readonly [value: keyof Props, callback: keyof Props]
}

function Live<Props extends object>({ Component, props, live: [name, callback] }: LiveProps<Props>) {
  const [value, change] = useState<unknown>(props[name])
  return <Component {...props} {...{ [name]: value, [callback]: change }} />
}

export function Opener({ children }: { children: (close: () => void) => ReactElement }) {
  const [isOpen, change] = useState(false)
  return (
    <>
      <Button variant="secondary" onClick={() => change(true)}>
        Openen
      </Button>
      {isOpen && children(() => change(false))}
    </>
  )
}

export const nothing = () => {}
