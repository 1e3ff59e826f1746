import { DeleteOutlined, HolderOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, InputNumber } from 'antd'
import { useState } from 'react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Ref } from '@/api/types'
import { KindCell, ListCell, NumberCell, TextCell } from './cells'
import styles from './FloorMap.module.css'
import { floorsAbove, MAX_FLOORS, withEvery } from './floors'
import { typedNumbers, typedWords } from './typed'
import type { MapForm } from './schema'
import { useDrawing } from './useDrawing'

interface Props {
  controllers: readonly Ref[]
}

/** The floors as rows, the top first, and the outputs of each controller in a column of its own. */
export function FloorRows({ controllers }: Props) {
  const { t } = useTranslation('elevators')
  const { control } = useFormContext<MapForm>()
  const { fields, remove } = useFieldArray({ control, name: 'floors' })
  const drawing = useDrawing()
  const columns = `72px minmax(110px, 1.2fr) 150px minmax(130px, 1.4fr) repeat(${controllers.length}, minmax(104px, 1fr)) 32px`
  return (
    <div className={styles.scroll}>
      <div className={styles.map} style={{ '--columns': columns } as React.CSSProperties}>
        {fields.length > 0 && (
          <div className={styles.head} aria-hidden>
            <span>{t('building.floor')}</span>
            <span>{t('building.name')}</span>
            <span>{t('map.kind')}</span>
            <span>{t('building.apartments')}</span>
            {controllers.map(({ id, name }) => (
              <span key={id} title={name}>
                {t('map.outputsOf', { name })}
              </span>
            ))}
            <span />
          </div>
        )}
        {fields.map(({ id }, at) => (
          <FloorRow
            key={id}
            at={at}
            controllers={controllers}
            drawing={drawing}
            onRemove={() => remove(at)}
          />
        ))}
        {fields.length === 0 && <p className={styles.none}>{t('map.none')}</p>}
      </div>
    </div>
  )
}

interface RowProps extends Props {
  at: number
  drawing: ReturnType<typeof useDrawing>
  onRemove: () => void
}

function FloorRow({ at, controllers, drawing, onRemove }: RowProps) {
  const { t } = useTranslation('elevators')
  const floor = useWatch<MapForm, `floors.${number}.floor`>({ name: `floors.${at}.floor` })
  const isPanel = useWatch<MapForm, `floors.${number}.is_panel_floor`>({
    name: `floors.${at}.is_panel_floor`,
  })
  const of = (heading: string) => t('map.of', { heading, floor })
  const names = {
    floor: t('building.floor'),
    name: t('building.name'),
    kind: t('map.kind'),
    apartments: t('building.apartments'),
  }
  return (
    <div className={styles.row} data-floor-row={at} role="group" aria-label={of(names.floor)}>
      <NumberCell name={`floors.${at}.floor`} heading={names.floor} label={of(names.floor)} />
      <TextCell name={`floors.${at}.name`} heading={names.name} label={of(names.name)} />
      <KindCell at={at} heading={names.kind} label={of(names.kind)} />
      <ListCell
        name={`floors.${at}.apartments`}
        heading={names.apartments}
        label={of(names.apartments)}
        placeholder={isPanel ? '' : t('map.apartmentHint')}
        disabled={isPanel && t('map.panelText')}
        parse={typedWords}
      />
      {controllers.map(({ id, name }) => {
        const label = t('map.outputsOf', { name })
        return (
          <ListCell
            key={id}
            name={`floors.${at}.ports.${id}`}
            heading={label}
            label={of(label)}
            parse={typedNumbers}
            drawn={drawing.drawnAt(id, at)}
          >
            <button
              type="button"
              className={styles.handle}
              title={t('map.draw')}
              aria-label={t('map.upwards', { name, floor })}
              onPointerDown={(event) => {
                event.preventDefault()
                event.currentTarget.releasePointerCapture?.(event.pointerId)
                drawing.begin(id, at)
              }}
              // By the keyboard a click has no presses; a mouse has drawn already.
              onClick={({ detail }) => detail === 0 && drawing.upwards(id, at)}
            >
              <HolderOutlined aria-hidden />
            </button>
          </ListCell>
        )
      })}
      <Button
        type="text"
        danger
        className={styles.remove}
        icon={<DeleteOutlined />}
        aria-label={t('map.remove', { floor })}
        onClick={onRemove}
      />
    </div>
  )
}

/** Puts floors on top of what is there, each on the next output of the first controller. */
export function AddFloors({ controllers }: Props) {
  const { t } = useTranslation('elevators')
  const { control, getValues, setValue } = useFormContext<MapForm>()
  const length = useWatch({ control, name: 'floors' }).length
  const [count, setCount] = useState<number | null>(1)
  const add = () => {
    const floors = getValues('floors')
    const ids = controllers.map(({ id }) => id)
    const added = withEvery(floorsAbove(floors, count ?? 1, ids[0]), ids)
    setValue('floors', [...added, ...floors], { shouldDirty: true })
  }
  return (
    <div className={styles.add}>
      <InputNumber<number>
        aria-label={t('map.count')}
        min={1}
        max={MAX_FLOORS}
        value={count}
        onChange={setCount}
        style={{ width: 72 }}
      />
      <Button icon={<PlusOutlined />} disabled={length >= MAX_FLOORS} onClick={add}>
        {t('map.add', { count: count ?? 1 })}
      </Button>
      <span>{t('map.help')}</span>
    </div>
  )
}
