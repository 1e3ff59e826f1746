import { WalletOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { API_BASE } from '@/api/limits'
import type { Id } from '@/api/types'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { address, useDownload } from '@/kit/files'
import { useWalletLink, useWallets } from './api'
import styles from './identifiers.module.css'

/** Of the wallets that the project has passes for. */
export function WalletButtons({ id, name }: { id: Id; name: string }) {
  const { t } = useTranslation('identifiers')
  const errorText = useErrorText()
  const { data: wallets } = useWallets()
  const [save, isSaving] = useDownload()
  const [findLink, { isFetching }] = useWalletLink()
  const openGoogle = async () => {
    try {
      const { url } = await findLink({ id }).unwrap()
      window.open(url, '_blank', 'noopener')
    } catch (error) {
      alerts.error(errorText(error))
    }
  }
  return (
    <div className={styles.wallets}>
      {wallets?.apple && (
        <Button
          icon={<WalletOutlined />}
          loading={isSaving}
          onClick={() =>
            void save(address(`${API_BASE}/identifiers/${id}/pkpass`, {}), `${name}.pkpass`)
          }
        >
          {t('wallet.apple')}
        </Button>
      )}
      {wallets?.google && (
        <Button icon={<WalletOutlined />} loading={isFetching} onClick={() => void openGoogle()}>
          {t('wallet.google')}
        </Button>
      )}
    </div>
  )
}
