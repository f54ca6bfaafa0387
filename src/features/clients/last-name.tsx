import { splitLastName } from '#contract/names.ts'

/** A last name by what people look for: the tussenvoegsel muted, the main name strong. */
export function LastName({ children }: { children: string }) {
  const { particle, main } = splitLastName(children)
  return (
    <>
      {particle && <span className="particle">{particle} </span>}
      <strong>{main}</strong>
    </>
  )
}
