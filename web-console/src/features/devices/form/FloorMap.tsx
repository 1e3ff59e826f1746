import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { MAX_FLOORS, nextFloor, typedList, typedNumbers, type FloorForm } from '../floorMap'
import type { DeviceForm } from '../schema'
import { F, type TabProps } from './fields'
import styles from './FloorMap.module.css'
import { ListField } from './ListField'

const PATH = 'device_settings.lift_controller.floor_map'

/** The floors of a lift, top floor first as in the house: name, flats, outputs. */
export function FloorMap({ readOnly }: TabProps) {
  const { t } = useTranslation('devices')
  const { control } = useFormContext<DeviceForm>()
  const { fields, append, remove } = useFieldArray({ control, name: PATH })
  const floors: FloorForm[] = useWatch({ control, name: PATH })
  const order = fields
    .map(({ id }, at) => ({ id, at, floor: floors[at]?.floor ?? 0 }))
    .toSorted((a, b) => b.floor - a.floor)
  const add = (
    <Button
      icon={<PlusOutlined />}
      disabled={Boolean(readOnly) || fields.length >= MAX_FLOORS}
      onClick={() => append(nextFloor(floors))}
    >
      {t('lift.addFloor')}
    </Button>
  )
  return (
    <section className={styles.map}>
      <header>
        <div>
          <h2>{t('lift.floors')}</h2>
          <p>{t('lift.floorsText')}</p>
        </div>
        {add}
      </header>
      {fields.length === 0 && <p className={styles.none}>{t('lift.noFloors')}</p>}
      {order.map(({ id, at }) => (
        <FloorRow key={id} at={at} readOnly={readOnly} onRemove={() => remove(at)} />
      ))}
    </section>
  )
}

interface RowProps extends TabProps {
  at: number
  onRemove: () => void
}

function FloorRow({ at, readOnly, onRemove }: RowProps) {
  const { t } = useTranslation('devices')
  const isPanel = useWatch<DeviceForm>({ name: `${PATH}.${at}.is_panel_floor` }) === true
  const isPublic = useWatch<DeviceForm>({ name: `${PATH}.${at}.is_public` }) === true
  return (
    <div className={styles.floor}>
      <F.Number
        name={`${PATH}.${at}.floor`}
        label={t('lift.floor')}
        min={1}
        max={MAX_FLOORS}
        disabled={readOnly}
      />
      <F.Text
        name={`${PATH}.${at}.name`}
        label={t('fields.name')}
        maxLength={100}
        disabled={readOnly}
      />
      <ListField
        name={`${PATH}.${at}.ports`}
        label={t('lift.ports')}
        parse={typedNumbers}
        disabled={readOnly}
      />
      <ListField
        name={`${PATH}.${at}.apartments`}
        label={t('lift.apartments')}
        parse={typedList}
        disabled={readOnly || (isPanel && t('lift.panelFloorHelp'))}
      />
      <F.Switch
        name={`${PATH}.${at}.is_public`}
        label={t('lift.public')}
        disabled={readOnly || (isPanel && t('lift.panelFloorHelp'))}
      />
      <F.Switch
        name={`${PATH}.${at}.is_panel_floor`}
        label={t('lift.panelFloor')}
        disabled={readOnly || (isPublic && t('lift.publicHelp'))}
      />
      <Button
        type="text"
        danger
        icon={<DeleteOutlined />}
        aria-label={t('lift.removeFloor')}
        disabled={Boolean(readOnly)}
        onClick={onRemove}
      />
    </div>
  )
}
