// What loading and reacting took, as the browser measured it in the page. Nothing from before `since` is told: that was the
// person's time, or nobody's.

nexus.vitals = async (since) => {
  const from = since - performance.timeOrigin;
  const during = (entries) => entries.filter((entry) => entry.startTime >= from);
  const measured = async (type, options) => {
    const entries = [];
    const observer = new PerformanceObserver((list) => entries.push(...list.getEntries()));
    try {
      observer.observe({ type, buffered: true, ...options });
    } catch {
      return [];
    }
    // What was buffered is handed over in a task of its own.
    await new Promise((resolve) => setTimeout(resolve, 0));
    entries.push(...observer.takeRecords());
    observer.disconnect();
    return during(entries);
  };
  const [paints, largest, shifts, tasks, events, frames] = await Promise.all([
    measured('paint'), measured('largest-contentful-paint'), measured('layout-shift'), measured('longtask'),
    measured('event', { durationThreshold: 40 }), measured('long-animation-frame'),
  ]);
  const [load] = during(performance.getEntriesByType('navigation'));
  const requests = during(performance.getEntriesByType('resource'));
  const tag = (node) => node?.nodeType === Node.ELEMENT_NODE ? node.localName : null;
  const lastPaint = largest.at(-1);
  const request = ({ name, duration, transferSize, renderBlockingStatus }) =>
    ({ address: name, took: duration, bytes: transferSize, blocks: renderBlockingStatus === 'blocking' });
  const top = (list, by, count) => [...list].sort((a, b) => b[by] - a[by]).slice(0, count);
  const told = requests.map(request);
  return {
    load: load && {
      first_byte: load.responseStart, ready: load.domContentLoadedEventEnd, done: load.loadEventEnd,
    },
    first_paint: paints.find(({ name }) => name === 'first-contentful-paint')?.startTime,
    largest: lastPaint && { at: lastPaint.startTime, tag: tag(lastPaint.element), address: lastPaint.url || null },
    shift: nexus.largestShift(shifts),
    shifted: shifts.length,
    reaction: top(events.filter(({ interactionId }) => interactionId), 'duration', 1).map((event) => ({
      event: event.name, took: event.duration, tag: tag(event.target),
      waited: event.processingStart - event.startTime, ran: event.processingEnd - event.processingStart,
    }))[0],
    tasks: tasks.map(({ duration }) => duration),
    frames: top(frames, 'duration', 3).map((frame) => ({
      took: frame.duration, blocked: frame.blockingDuration,
      scripts: top(frame.scripts, 'duration', 3).map((script) => ({
        took: script.duration, layout: script.forcedStyleAndLayoutDuration,
        function: script.sourceFunctionName || (script.invoker === script.sourceURL ? '(top level)' : script.invoker), address: script.sourceURL,
      })),
    })),
    requests: {
      count: told.length,
      bytes: told.reduce((sum, { bytes }) => sum + bytes, 0),
      blocking: told.filter(({ blocks }) => blocks).slice(0, 5),
      slowest: top(told, 'took', 3),
    },
  };
};

// Layout shifts count by the worst burst of them: no second apart, not longer than five.
nexus.largestShift = (shifts) => {
  let [worst, burst, began, last] = [0, 0, -Infinity, -Infinity];
  for (const { startTime, value, hadRecentInput } of shifts) {
    if (hadRecentInput) continue;
    if (startTime - last >= 1000 || startTime - began >= 5000) [burst, began] = [0, startTime];
    last = startTime;
    burst += value;
    worst = Math.max(worst, burst);
  }
  return worst;
};
