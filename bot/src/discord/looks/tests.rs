use std::sync::atomic::AtomicU32;

use futures_util::FutureExt;
use tokio::sync::Semaphore;

use super::*;

const CAMPAIGN: CampaignId = CampaignId(1);

#[tokio::test]
async fn who_asked_before_a_look_began_needs_none_of_their_own_and_who_asked_later_does() {
    let (turns, may_end, looks) = (Looks::default(), Semaphore::new(0), AtomicU32::new(0));
    let look = || {
        turns.look(CAMPAIGN, async |look: &Look<'_>| {
            look.begins();
            looks.fetch_add(1, Ordering::SeqCst);
            may_end.acquire().await.map(|place| place.forget())
        })
    };
    let mut first = Box::pin(look());
    assert!(first.as_mut().now_or_never().is_none());
    // These come while the first look is under way, which may have read before what they tell of was written.
    let (mut second, mut third) = (Box::pin(look()), Box::pin(look()));
    assert!(second.as_mut().now_or_never().is_none() && third.as_mut().now_or_never().is_none());
    may_end.add_permits(2);
    first.await.unwrap();
    second.await.unwrap();
    third.await.unwrap();
    assert_eq!(looks.load(Ordering::SeqCst), 2, "the second look is the third one's too");
    assert!(turns.kept().is_empty(), "of a campaign for which nobody waits nothing is kept");
}

#[tokio::test]
async fn a_look_that_waits_before_it_begins_to_read_is_that_of_all_who_ask_meanwhile() {
    let (turns, place, looks) = (Looks::default(), Semaphore::new(0), AtomicU32::new(0));
    let look = || {
        turns.look(CAMPAIGN, async |look: &Look<'_>| {
            place.acquire().await?.forget();
            look.begins();
            looks.fetch_add(1, Ordering::SeqCst);
            Ok::<_, tokio::sync::AcquireError>(())
        })
    };
    let (mut first, mut second) = (Box::pin(look()), Box::pin(look()));
    assert!(first.as_mut().now_or_never().is_none() && second.as_mut().now_or_never().is_none());
    place.add_permits(1);
    first.await.unwrap();
    second.await.unwrap();
    assert_eq!(looks.load(Ordering::SeqCst), 1);
    assert!(turns.kept().is_empty());
}

#[tokio::test]
async fn a_look_that_failed_is_nobody_elses() {
    let (turns, looks) = (Looks::default(), AtomicU32::new(0));
    let fails = Semaphore::new(0);
    let look = |well: bool| {
        let (turns, looks, fails) = (&turns, &looks, &fails);
        turns.look(CAMPAIGN, async move |look: &Look<'_>| {
            look.begins();
            looks.fetch_add(1, Ordering::SeqCst);
            let _waits = fails.acquire().await;
            if well { Ok(()) } else { Err("Discord stumbles") }
        })
    };
    let (mut first, mut second, mut third) = (Box::pin(look(true)), Box::pin(look(false)), Box::pin(look(true)));
    for waits in [&mut first, &mut second, &mut third] {
        assert!(waits.as_mut().now_or_never().is_none());
    }
    fails.add_permits(1);
    assert_eq!((first.await, second.await, third.await), (Ok(()), Err("Discord stumbles"), Ok(())));
    assert_eq!(looks.load(Ordering::SeqCst), 3);
}

#[tokio::test]
async fn who_gives_up_holds_nobody_up() {
    let turns = Looks::default();
    let mut given_up = Box::pin(turns.look(CAMPAIGN, async |_: &Look<'_>| std::future::pending::<Result<(), ()>>().await));
    assert!(given_up.as_mut().now_or_never().is_none());
    drop(given_up);
    assert!(turns.kept().is_empty());
    assert_eq!(turns.look(CAMPAIGN, async |_: &Look<'_>| Ok::<_, ()>(())).await, Ok(()));
}
