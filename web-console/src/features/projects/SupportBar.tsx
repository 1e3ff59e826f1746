import { CustomerServiceOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useDispatch } from 'react-redux'
import { useNavigate } from 'react-router'
import { useLogoutMutation } from '@/api/auth'
import { supportEnded, useSupport, type SupportSession } from '@/api/session'
import { alerts } from '@/kit/alerts'
import { sendPendingStops } from '@/kit/pendingStops'
import { useNow } from '@/kit/time'
import { minutesLeft } from './minutesLeft'
import styles from './SupportBar.module.css'

/** Over every page of a support session: where one is, for how long, and the way out. */
export function SupportBar() {
  const support = useSupport()
  return support ? <Bar support={support} /> : null
}

function Bar({ support }: { support: SupportSession }) {
  const { t } = useTranslation('projects')
  const dispatch = useDispatch()
  const navigate = useNavigate()
  const [logout, { isLoading }] = useLogoutMutation()
  const left = minutesLeft(support.endsAt, useNow().getTime())
  const { name } = support.session.project

  useEffect(() => {
    const leave = async () => {
      await sendPendingStops()
      dispatch(supportEnded())
      alerts.info(t('support.over', { name }))
      void navigate('/projects')
    }
    const timer = setTimeout(() => void leave(), Math.max(0, support.endsAt - Date.now()))
    return () => clearTimeout(timer)
  }, [support.endsAt, name, dispatch, navigate, t])

  const end = async () => {
    await sendPendingStops()
    // A server that does not answer ends it by itself when its time is over.
    await logout({ logoutRequestInput: {} })
    dispatch(supportEnded())
    void navigate('/projects')
  }
  return (
    <div className={styles.bar} role="status">
      <CustomerServiceOutlined aria-hidden />
      <span>{t('support.bar', { name, count: left })}</span>
      <Button size="small" loading={isLoading} onClick={() => void end()}>
        {t('support.end')}
      </Button>
    </div>
  )
}
