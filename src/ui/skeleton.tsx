import type { CSSProperties } from 'react'
import { useIntl } from 'react-intl'
import { classes } from './classes.ts'
import styles from './skeleton.module.css'

interface BoneProps {
  width?: string | undefined
  /** The place of a tile. */
  block?: boolean | undefined
}

/** The place of a text that is still to come. */
export function Bone({ width, block }: BoneProps) {
  const style = { '--w': width } as CSSProperties
  return <span className={classes(styles.bone, block && styles.block)} style={style} aria-hidden="true" />
}

// Texts differ in length.
const WIDTHS = ['34%', '26%', '40%', '30%', '22%']

/** A list or table that is still to come, in the height it will have. */
export function SkeletonRows({ count, tiles }: { count: number; tiles?: boolean | undefined }) {
  const intl = useIntl()
  return (
    <div role="status" aria-label={intl.formatMessage({ id: 'core.text.loading' })}>
      <ul className={classes(styles.rows, tiles && styles.tiles)} aria-hidden="true">
        {Array.from({ length: count }, (_, index) => (
          <li key={index}>
            {tiles && <Bone block />}
            <Bone width={WIDTHS[index % WIDTHS.length]} />
            <Bone width="4.5rem" />
          </li>
        ))}
      </ul>
    </div>
  )
}
