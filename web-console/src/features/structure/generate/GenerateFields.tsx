import type { GroupKind } from '@/features/group-types'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { typedFields } from '@/kit/form'
import styles from './generate.module.css'
import { levelsIn, NUMBERINGS, type GenerateForm } from './schema'

const F = typedFields<GenerateForm>()

const LEVELS = [
  { key: 'building', count: 'buildings', first: 'first_building', name: 'building_name', max: 500 },
  { key: 'unit', count: 'units', first: 'first_unit', name: 'unit_name', max: 100 },
  { key: 'floor', count: 'floors', first: 'first_floor', name: 'floor_name', max: 99 },
  {
    key: 'apartment',
    count: 'apartments',
    first: 'first_apartment',
    name: 'apartment_name',
    max: 99,
  },
] as const

/** How many of each level, from which number, and what they are called. */
export function GenerateFields({ kind }: { kind: GroupKind | undefined }) {
  const { t } = useTranslation('structure')
  const values = useWatch<GenerateForm>()
  const levels = levelsIn(kind)
  return (
    <div className={styles.fields}>
      {LEVELS.filter(({ key }) => levels.includes(key)).map(({ key, count, first, name, max }) => (
        <fieldset key={key} className={styles.level}>
          <legend>{t(`options.levels.${key}`)}</legend>
          <F.Number name={count} label={t(`options.counts.${key}`)} min={0} max={max} />
          {Boolean(values[count]) && (
            <>
              <F.Number name={first} label={t('generate.first')} min={0} />
              <F.Text
                name={name}
                label={t('generate.name')}
                placeholder={t(`options.samples.${key}`)}
                maxLength={100}
              />
            </>
          )}
        </fieldset>
      ))}
      <F.Select
        name="numbering"
        label={t('generate.numbering')}
        options={NUMBERINGS.map((value) => ({ value, label: t(`options.numbering.${value}`) }))}
      />
      <p className={styles.hint}>{t('generate.nameHint', { n: '{n}' })}</p>
    </div>
  )
}
