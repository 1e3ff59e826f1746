import { ArrowUpOutlined, HomeOutlined, TabletOutlined, TeamOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Ref } from '@/api/types'
import { Reason } from '@/kit/feedback'
import { StatusTag } from '@/kit/status'
import type { BuildingFloor } from '../map/floors'
import styles from './Building.module.css'

interface Props {
  /** The top floor first. */
  floors: readonly BuildingFloor[]
  controllers: readonly Ref[]
  /** Absent: nothing is called from here. */
  onCall?: (floor: number) => void
  /** Why it cannot be called. */
  whyNoCall?: string | false
}

/** The floors as they lie above one another: who lives there, who may go there, and which relays release them. */
export function Building({ floors, controllers, onCall, whyNoCall = false }: Props) {
  const { t } = useTranslation('elevators')
  return (
    <div className={styles.frame}>
      <table className={styles.building}>
        <caption className="visually-hidden">{t('building.caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('building.floor')}</th>
            <th scope="col">{t('building.name')}</th>
            <th scope="col">{t('building.apartments')}</th>
            {controllers.map(({ id, name }) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
            {onCall && (
              <th scope="col">
                <span className="visually-hidden">{t('call.action')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {floors.map((floor) => (
            <Storey
              key={floor.floor}
              floor={floor}
              controllers={controllers}
              onCall={onCall}
              whyNoCall={whyNoCall}
            />
          ))}
        </tbody>
      </table>
      <div className={styles.ground} aria-hidden />
    </div>
  )
}

interface StoreyProps extends Omit<Props, 'floors'> {
  floor: BuildingFloor
}

function Storey({ floor, controllers, onCall, whyNoCall }: StoreyProps) {
  const { t } = useTranslation('elevators')
  const { floor: number, name, is_public, is_panel_floor, apartments, ports } = floor
  const callName = t('call.to', { floor: number })
  return (
    <tr data-public={is_public} data-panel={is_panel_floor}>
      <th scope="row" className={styles.number}>
        {number}
      </th>
      <td className={styles.name}>
        <strong>{name || t('building.unnamed', { floor: number })}</strong>
        {is_public && (
          <StatusTag tone="success" icon={TeamOutlined}>
            {t('building.public')}
          </StatusTag>
        )}
        {is_panel_floor && (
          <StatusTag tone="info" icon={TabletOutlined}>
            {t('building.panel')}
          </StatusTag>
        )}
      </td>
      <td className={styles.apartments} data-empty={apartments.length === 0}>
        {apartments.length > 0 && <HomeOutlined aria-hidden />}
        <span className="mono">{apartments.join(', ') || '—'}</span>
      </td>
      {controllers.map(({ id, name: controller }) => (
        <td
          key={id}
          className={styles.ports}
          data-label={controller}
          data-empty={(ports[id] ?? []).length === 0}
        >
          {(ports[id] ?? []).map((port) => (
            <span key={port} className={styles.port}>
              {port}
            </span>
          ))}
          {(ports[id] ?? []).length === 0 && '—'}
        </td>
      ))}
      {onCall && (
        <td className={styles.call}>
          <Reason why={whyNoCall}>
            <Button
              size="small"
              icon={<ArrowUpOutlined />}
              disabled={Boolean(whyNoCall)}
              aria-label={callName}
              title={callName}
              onClick={() => onCall(number)}
            />
          </Reason>
        </td>
      )}
    </tr>
  )
}
