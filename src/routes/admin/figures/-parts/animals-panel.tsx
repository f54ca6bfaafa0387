import { FormattedMessage, useIntl } from 'react-intl'
import type { AnimalFigures } from '#contract/figures.ts'
import { Legend, LegendItem, ShareTiles } from '#src/ui/figures/share-tiles.tsx'
import { CountTable } from './count-table.tsx'
import { Figure, FigurePanel } from './figure-panel.tsx'
import { OF_ANIMALS, animalRows, shareText } from './words.ts'

/** Which animals the practice reminds of nothing. */
export function AnimalsPanel({ animals }: { animals: AnimalFigures }) {
  const intl = useIntl()
  const { alive, planned, without } = animals
  const values = { share: shareText(intl, planned, alive) }
  return (
    <FigurePanel
      title={<FormattedMessage id="admin.figures.animalShare" values={values} />}
      sub={<FormattedMessage id="admin.figures.alive" values={{ count: alive }} />}
    >
      <Figure>
        <ShareTiles
          full={planned}
          half={without}
          total={alive}
          label={intl.formatMessage({ id: 'admin.figures.animalShare' }, values)}
        />
        <Legend>
          <LegendItem kind="full" label={<FormattedMessage id={OF_ANIMALS.planned} />} />
          <LegendItem kind="half" label={<FormattedMessage id={OF_ANIMALS.without} />} />
          <LegendItem kind="none" label={<FormattedMessage id={OF_ANIMALS.past} />} />
        </Legend>
      </Figure>
      <CountTable label="admin.figures.animals" rows={animalRows(animals)} />
    </FigurePanel>
  )
}
