#include "app/panels/kernel_pictures.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

#include "app/replay/replay.h"
#include "app/session/aside.h"
#include "app/stage/stage.h"
#include "instrumentation/error.h"
#include "instrumentation/executors/executor.h"
#include "instrumentation/launching/derive/known_kernel.h"
#include "instrumentation/launching/header/catalogue.h"
#include "instrumentation/launching/plan.h"

namespace tilescope {

namespace {

std::shared_ptr<const Trace> recorded(const std::string& kernel) {
  const Launch launch = plan(usual_request(kernel));
  const auto begin = std::chrono::steady_clock::now();
  RecordOptions how;
  how.cores = 1;
  how.memory = std::uint64_t{1} << 26;
  how.watch = [&](double) { return std::chrono::steady_clock::now() - begin < std::chrono::seconds(2); };
  return std::make_shared<const Trace>(make_cpu_executor()->record(recorded_kernel(launch), launch, how));
}

// Without the empty space around the grids.
Picture cut_to_grids(Picture picture) {
  if (picture.grids.empty()) return picture;
  Box all = picture.grids.front().box;
  for (const Grid& grid : picture.grids) {
    const Point from{std::min(all.x, grid.box.x), std::min(all.y, grid.box.y)};
    all = {from.x, from.y, std::max(all.right(), grid.box.right()) - from.x,
           std::max(all.bottom(), grid.box.bottom()) - from.y};
  }
  all = all.inset(-0.02F * all.w);
  Picture cut;
  cut.width = all.w;
  cut.height = all.h;
  cut.add(std::move(picture), {-all.x, -all.y});
  return cut;
}

}  // namespace

Request usual_request(const std::string& kernel) {
  constexpr int usual_side = 4;
  Request request;
  request.kernel = kernel;
  if (const CatalogueKernel* const product = find_product(kernel); product != nullptr && !product->takes(usual_side))
    request.m = request.n = request.k = product->tiles().front();
  return request;
}

Picture kernel_picture(const std::string& kernel) try {
  const Replay replay(recorded(kernel));
  const std::uint64_t middle = replay.moments().end_of(replay.order().step_count() / 2);
  StageOptions options;
  options.small = true;
  View view;
  view.width = 420;
  view.height = 260;
  Picture picture = stage_picture(replay.at({middle, Grain::step, replay.blocks().front(), 0}), options, view);
  picture.labels.clear();
  picture.hits.clear();
  return cut_to_grids(std::move(picture));
} catch (const Error&) {
  return {};
}

const Picture* KernelPictures::of(const std::string& kernel) {
  take();
  if (const auto found = drawn_.find(kernel); found != drawn_.end()) return &found->second;
  if (!is_busy()) {
    begun_ = kernel;
    coming_ = aside::begin([kernel] { return kernel_picture(kernel); });
  }
  return nullptr;
}

void KernelPictures::take() {
  if (!aside::is_ready(coming_)) return;
  drawn_[begun_] = coming_.get();
}

}  // namespace tilescope
