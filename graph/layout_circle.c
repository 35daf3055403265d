/* layout_circle.c: vertices on a circle with A on the left and B on the right, exchanged in pairs while that helps. */
#include "graph/layout_plan.h"

#define CIRCLE_RADIUS 140.0

static uint32_t list_others(const struct plan *plan, uint32_t *others) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < plan->queue_count; i++) {
    const uint32_t v = plan->queue[i];
    if (v != plan->terminal_a && v != plan->terminal_b) others[count++] = v;
  }
  return count;
}

/* Slot 0 is on the upper arc, slot 1 on the lower one, and so on from left to right. */
static struct tt_point circle_slot(uint32_t slot, uint32_t count) {
  const uint32_t on_arc = slot % 2 == 0 ? (count + 1) / 2 : count / 2;
  const double angle = PI * (slot / 2 + 1) / (on_arc + 1);
  const double y = CIRCLE_RADIUS * sin(angle);
  return (struct tt_point){-CIRCLE_RADIUS * cos(angle), slot % 2 == 0 ? -y : y};
}

static void exchange(struct tt_point *first, struct tt_point *second) {
  const struct tt_point held = *first;
  *first = *second;
  *second = held;
}

/* Exchanges the two if that is better, and says so. */
static bool try_exchange(const struct plan *plan, struct tt_point *points, uint32_t first, uint32_t second,
                         struct quality *best) {
  exchange(&points[first], &points[second]);
  const struct quality quality = quality_of(plan, points);
  if (quality_is_better(quality, *best)) {
    *best = quality;
    return true;
  }
  exchange(&points[first], &points[second]);
  return false;
}

void place_on_circle(const struct plan *plan, struct tt_point *points) {
  uint32_t others[CIRCLE_LIMIT];
  const uint32_t count = list_others(plan, others);
  points[plan->terminal_a] = (struct tt_point){-CIRCLE_RADIUS, 0};
  points[plan->terminal_b] = (struct tt_point){CIRCLE_RADIUS, 0};
  for (uint32_t i = 0; i < count; i++) points[others[i]] = circle_slot(i, count);
  struct quality best = quality_of(plan, points);
  for (bool better = true; better;) {
    better = false;
    for (uint32_t i = 0; i < count; i++) {
      for (uint32_t j = i + 1; j < count; j++) better |= try_exchange(plan, points, others[i], others[j], &best);
    }
  }
}
