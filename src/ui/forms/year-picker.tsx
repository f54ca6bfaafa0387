import { PickerGrid } from './picker-grid.tsx'

interface YearPickerProps {
  label: string
  value: number
  /** Newest first. */
  years: readonly number[]
  takesFocus?: boolean | undefined
  onChange: (year: number) => void
}

export function YearPicker({ years, ...rest }: YearPickerProps) {
  return <PickerGrid {...rest} cells={years.map((year) => ({ value: year, text: String(year) }))} />
}
