import styles from './curve.module.css'

export interface CurvePoint {
  /** Time in milliseconds, on the horizontal axis. */
  at: number
  value: number
}

interface CurveProps {
  label: string
  /** In order of time; at least two. */
  points: readonly CurvePoint[]
  /** Format of the values and times on the axes. */
  valueText: (value: number) => string
  timeText: (at: number) => string
}

/** Size in SVG units; the drawing is stretched to the available space. */
const WIDTH = 1000
const HEIGHT = 100

/** Line chart of measurements over time, with a dot for each measurement. */
export function Curve({ label, points, valueText, timeText }: CurveProps) {
  const values = points.map(({ value }) => value)
  const [min, max] = [Math.min(...values), Math.max(...values)]
  const times = points.map(({ at }) => at)
  const [first, last] = [Math.min(...times), Math.max(...times)]
  const placed = points.map(({ at, value }) => ({
    x: rounded(((at - first) / (last - first)) * WIDTH),
    // Equal values give a line in the middle.
    y: rounded(max === min ? HEIGHT / 2 : ((max - value) / (max - min)) * HEIGHT),
  }))
  return (
    <div className={styles.curve} role="img" aria-label={label}>
      <div className={styles.values}>
        <span>{valueText(max)}</span>
        {max > min && <span>{valueText(min)}</span>}
      </div>
      <div className={styles.plot}>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none">
          <polyline points={placed.map(({ x, y }) => `${x},${y}`).join(' ')} />
          {placed.map(({ x, y }) => (
            // A line without length renders a dot that stays round when the drawing is stretched.
            <path key={x} d={`M${x} ${y}h0`} />
          ))}
        </svg>
      </div>
      <div className={styles.times}>
        <span>{timeText(first)}</span>
        <span>{timeText(last)}</span>
      </div>
    </div>
  )
}

const rounded = (number: number) => Math.round(number * 10) / 10
