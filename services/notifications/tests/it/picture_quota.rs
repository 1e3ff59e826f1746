//! How much room pictures of conversations may take.
use testing::PROJECT;
use time::Duration;
use tonic::Code;

use crate::communications::*;
use crate::conversation_picture::*;

#[tokio::test]
async fn a_person_uploads_100_mib_of_pictures_within_a_day() {
    let all = start().await;
    let (ann, bob) = (resident(ANN), resident(BOB));
    let id = all.question(&ann).await.id;
    let key = upload(&all, &ann).await;
    send(&all, &ann, id, "", &[key]).await.unwrap();
    // Small copies count.
    all.execute("UPDATE conversation_pictures SET size = 100 << 20, thumbnail_size = 0").await;
    all.execute("UPDATE conversation_pictures SET size = size - 1000, thumbnail_size = 1000").await;
    let refused = upload_bytes(&all, &ann, large_picture()).await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (Code::FailedPrecondition, "too many pictures in one day"));
    upload(&all, &bob).await;
    all.site.app.context.clock.advance(Duration::hours(25));
    upload(&all, &ann).await;
}

#[tokio::test]
async fn a_project_has_room_for_10_gib_of_pictures_and_what_is_deleted_gives_room() {
    let all = start().await;
    let id = all.question(&resident(ANN)).await.id;
    let key = upload(&all, &resident(ANN)).await;
    send(&all, &resident(ANN), id, "", &[key]).await.unwrap();
    let sql = "INSERT INTO conversation_pictures (key, project_id, message_id, place, content_type, size, width, height, created_by, created_at)
         SELECT gen_random_uuid(), p.project_id, p.message_id, n, p.content_type, 1 << 30, 1, 1, p.created_by, p.created_at - interval '2 days'
         FROM conversation_pictures p, generate_series(1, 10) n";
    all.execute(sql).await;
    let refused = upload_bytes(&all, &resident(BOB), large_picture()).await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (Code::FailedPrecondition, "no room for more pictures in this project"));
    all.delete_conversation(&admin(), proto::vestibule::notifications::v1::DeleteConversationRequest { id }).await.unwrap();
    upload(&all, &resident(BOB)).await;
}

#[tokio::test]
async fn what_a_small_copy_takes_is_counted_with_its_picture() {
    let all = start().await;
    upload_bytes(&all, &resident(ANN), large_picture()).await.unwrap();
    let sizes = all.query("SELECT thumbnail_size::bigint FROM conversation_pictures WHERE project_id = $1", PROJECT).await;
    assert!(sizes.len() == 1 && sizes[0] > 0, "{sizes:?}");
}
