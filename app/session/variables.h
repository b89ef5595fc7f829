// Runs blocks again in the background to get the values of their variables, and finds where a condition becomes true.
// Results are kept as long as the trace.
#pragma once

#include <atomic>
#include <future>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "app/command/command.h"
#include "app/explain/variables.h"
#include "app/session/shown.h"

namespace tilescope {

class Variables {
 public:
  Variables() = default;
  ~Variables();
  Variables(const Variables&) = delete;
  Variables& operator=(const Variables&) = delete;

  // An empty text keeps the condition. now() reports an invalid one.
  void apply(const RunTo& run, const Shown& shown);
  // The direction to move once the search is over; returned only once.
  [[nodiscard]] std::optional<bool> take_way();
  // The moment is already decided: the search only marks the places.
  void stay() { way_.reset(); }
  // For the current launch, block and moment: requests missing data if the variables are `wanted`, and takes in
  // finished data. True if there was any.
  bool settle(const Shown& shown, bool wanted);
  void wait(const Shown& shown, bool wanted);

  [[nodiscard]] const VariablesNow& now() const { return now_; }
  [[nodiscard]] bool is_busy() const { return running_.valid() || searching_.valid(); }

 private:
  struct Ran {
    std::size_t block = 0;
    std::uint64_t moment = 0;
    std::shared_ptr<const machine::History> history;  // null: too large, or a problem
    std::shared_ptr<const machine::Locals> locals;
    std::string problem;
  };
  struct Found {
    std::shared_ptr<const std::vector<Stop>> stops;
    std::string problem;
  };

  void forget();
  void start(const Shown& shown);
  void take(Ran ran);
  bool take_ready(bool waits);
  void show(const Shown& shown);
  [[nodiscard]] bool is_missing(const Shown& shown) const;

  std::shared_ptr<const Replay> of_;
  std::shared_ptr<std::atomic<bool>> stop_;                               // stops the running search
  std::map<std::size_t, std::shared_ptr<const machine::History>> known_;  // by block; null: too large
  std::vector<std::size_t> order_;                                        // in the order of arrival
  Ran last_;                                                              // for one moment
  std::string problem_;
  std::future<Ran> running_;
  std::future<Found> searching_;
  std::optional<bool> way_;
  VariablesNow now_;
};

}  // namespace tilescope
