import { type ComponentType, type ReactElement, type ReactNode, useState } from 'react'
import { Button } from '#src/ui/forms/button.tsx'

/** A component in each of its states. */
export interface Part extends Options {
  /** By the name of the state. */
  states: Record<string, ReactNode>
}

interface Options {
  /** What is not seen, such as keys and times. */
  about?: string
  /** Gives each state a row of its own. */
  wide?: boolean
  /** Height in pixels of a window of its own, for parts that fill a page or are fixed to its edges. */
  whole?: number
  /** Wraps the states in a form with these values; the flags are the errors of its touched fields. */
  form?: { values: Record<string, unknown>; flags?: Record<string, string> }
}

/** Parts by the names of their components. */
export interface Group {
  title: string
  parts: Record<string, Part>
}

interface Of<Props> extends Options {
  /** Props of all states. */
  props?: Partial<Props>
  /** The prop of a controlled component that its callback changes, so that the example can be used. */
  live?: readonly [value: keyof Props, callback: keyof Props]
}

/** Returns the part of a component by the props of each state. */
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

/** A button that opens a dialog. */
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
