import { EditOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { devices } from '@/features/devices'
import { ErrorState, Loading } from '@/kit/feedback'
import { Allowed } from '@/kit/permissions'
import type { ElevatorDevice } from './api'
import { Building } from './building/Building'
import styles from './FloorsSection.module.css'
import { FloorMapDialog } from './map/FloorMapDialog'
import { buildingOf } from './map/floors'
import { useControllers } from './map/useControllers'
import type { ElevatorForm } from './schema'

interface Props {
  /** What the saved elevator knows of its controllers. */
  known: readonly ElevatorDevice[]
  onCall?: (floor: number) => void
  whyNoCall?: string | false
}

/** The building that the chosen controllers make, and the way to change its floors. */
export function FloorsSection({ known, onCall, whyNoCall }: Props) {
  const { t } = useTranslation('elevators')
  const chosen = useWatch<ElevatorForm, 'devices'>({ name: 'devices' })
  const { controllers, isLoading, error, refetch } = useControllers(chosen, known)
  const [isEdited, setEdited] = useState(false)
  const floors = buildingOf(controllers)
  return (
    <section className={styles.floors}>
      <header>
        <div>
          <h2>{t('sections.floors')}</h2>
          <p>{t('sections.floorsText')}</p>
        </div>
        {chosen.length > 0 && (
          <Allowed need={devices.can.update}>
            <Button
              icon={<EditOutlined />}
              disabled={isLoading || error !== undefined}
              onClick={() => setEdited(true)}
            >
              {t('map.edit')}
            </Button>
          </Allowed>
        )}
      </header>
      {error !== undefined ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : isLoading ? (
        <Loading title={false} paragraph={{ rows: 5 }} />
      ) : floors.length > 0 ? (
        <Building floors={floors} controllers={controllers} onCall={onCall} whyNoCall={whyNoCall} />
      ) : (
        <p className={styles.none}>{chosen.length > 0 ? t('map.none') : t('map.noController')}</p>
      )}
      {isEdited && <FloorMapDialog controllers={controllers} onClose={() => setEdited(false)} />}
    </section>
  )
}
