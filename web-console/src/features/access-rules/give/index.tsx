import { KeyOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { Allowed, useCan } from '@/kit/permissions'
import { accessRulesEntity } from '../entity'
import type { GiveTo } from './GiveAccess'

// Fetched when it is opened.
const GiveAccess = lazy(() => import('./GiveAccess'))

const DIALOG = 'give'
/** A fitting rule is changed; where there is none, one is made. */
const NEED = accessRulesEntity.can.create

interface Props extends GiveTo {
  isPrimary?: boolean
  onGiven?: () => void
}

/** The button of the dialog; whether it is open is in the address. */
export function GiveAccessButton({ isPrimary, onGiven, ...to }: Props) {
  const { t } = useTranslation('access-rules')
  const { meets } = useCan()
  const [params, setParams] = useSearchParams()
  const setDialog = (dialog: string | undefined) =>
    setParams(
      (old) => {
        const next = new URLSearchParams(old)
        if (dialog) next.set('dialog', dialog)
        else next.delete('dialog')
        return next
      },
      { replace: true },
    )
  return (
    <>
      <Allowed need={NEED}>
        <Button
          type={isPrimary ? 'primary' : 'default'}
          icon={<KeyOutlined />}
          onClick={() => setDialog(DIALOG)}
        >
          {t('give.open')}
        </Button>
      </Allowed>
      {params.get('dialog') === DIALOG && meets(NEED) && (
        <Suspense fallback={null}>
          <GiveAccess {...to} onGiven={onGiven} onClose={() => setDialog(undefined)} />
        </Suspense>
      )}
    </>
  )
}
