// Saving over a file: whatever happens in the middle of it, the old file is whole until the new one is.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <random>
#include <thread>

#include "tests/support/trace_files.h"

namespace tilescope::test {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

FileBytes bytes_of(const Trace& trace, const fs::path& path) {
  save(trace, path.string());
  return read_bytes(path);
}

// Saves in a process of its own, which is killed after so long. Whether it was still at it.
bool killed_while_saving(const Trace& trace, const fs::path& path, std::chrono::microseconds after) {
  const pid_t child = fork();
  if (child == 0) {
    int code = 0;
    try {
      save(trace, path.string());
    } catch (...) {
      code = 1;
    }
    _exit(code);
  }
  std::this_thread::sleep_for(after);
  kill(child, SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status);
}

TEST(Replacing, AThousandKillsLeaveTheOldFileOrTheNewOne) {
  const fs::path folder = fresh_folder("kills");
  const fs::path path = folder / "a.tsc";
  // Files of 4 KB, 40 KB and 1 MB: much to do before there is anything to write, or little.
  Launch inputs = launch("naive", 600, 2, 500, 16, "random", 3);
  inputs.record = Record::counts;
  const Trace traces[] = {record(launch("tiled", 32, 32, 32, 8, "counting")),
                          record(launch("naive", 80, 70, 64, 10, "random", 2)), record(inputs)};
  std::vector<FileBytes> whole;
  std::vector<std::chrono::microseconds> takes;
  for (const Trace& trace : traces) {
    whole.push_back(bytes_of(trace, path));
    const auto begin = std::chrono::steady_clock::now();
    save(trace, path.string());
    takes.push_back(std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - begin));
  }
  std::mt19937_64 random(9);
  int killed = 0, old = 0, renewed = 0, leftovers = 0;
  std::size_t present = 2;  // which of them is there
  for (int kills = 0; killed < 1000; ++kills) {
    ASSERT_LT(kills, 20'000) << "saving ends before it can be killed";
    const std::size_t next = (present + 1 + random() % 2) % 3;
    const std::chrono::microseconds after{random() % static_cast<std::uint64_t>(takes[next].count() * 5 / 4 + 500)};
    if (killed_while_saving(traces[next], path, after)) ++killed;
    const FileBytes now = read_bytes(path);
    if (now == whole[next]) {
      present = next;
      ++renewed;
    } else {
      ASSERT_EQ(now, whole[present]) << "after " << kills << " kills";
      ++old;
    }
    const std::size_t files = names_in(folder).size();
    if (files > 1) ++leftovers;
    ASSERT_LE(files, 2U) << "the save before this one left its temporary";
  }
  save(traces[0], path.string());
  EXPECT_EQ(names_in(folder), std::vector<std::string>{"a.tsc"});
  EXPECT_EQ(read_bytes(path), whole[0]);
  EXPECT_EQ(difference(traces[0], TraceFile(path.string()).load()), "");
  EXPECT_GT(leftovers, 100);
  std::printf("%d killed in mid-save: %d times the old file, %d times the new one; %d left a temporary\n", killed, old,
              renewed, leftovers);
}

TEST(Replacing, TakesAwayWhatDeadWritersLeftAndNothingElse) {
  const fs::path folder = fresh_folder("leftovers");
  const fs::path path = folder / "a.tsc";
  const Trace trace = record(launch("naive", 4, 4, 4, 2));
  for (const char* const name :
       {".a.tsc.123-0.part", ".a.tsc.99999999-7.part", ".b.tsc.123-0.part", "a.tsc.part", ".a.tsc.mine.part", "b.tsc"})
    write_bytes(folder / name, {1, 2, 3});
  // One that a writer is still at.
  const int busy = open((folder / ".a.tsc.99999999-7.part").c_str(), O_RDWR);
  ASSERT_EQ(flock(busy, LOCK_EX | LOCK_NB), 0);
  save(trace, path.string());
  EXPECT_EQ(names_in(folder), (std::vector<std::string>{".a.tsc.99999999-7.part", ".a.tsc.mine.part",
                                                        ".b.tsc.123-0.part", "a.tsc", "a.tsc.part", "b.tsc"}));
  close(busy);
  save(trace, path.string());
  EXPECT_FALSE(fs::exists(folder / ".a.tsc.99999999-7.part"));
}

TEST(Replacing, GoesThroughALinkAndKeepsPermissions) {
  const fs::path folder = fresh_folder("links");
  const Trace trace = record(launch("naive", 4, 4, 4, 2));
  save(trace, (folder / "a.tsc").string());
  fs::permissions(folder / "a.tsc", fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink("a.tsc", folder / "link.tsc");
  const Trace other = record(launch("naive", 6, 4, 4, 2));
  save(other, (folder / "link.tsc").string());
  EXPECT_TRUE(fs::is_symlink(folder / "link.tsc"));
  EXPECT_EQ(difference(other, TraceFile((folder / "a.tsc").string()).load()), "");
  EXPECT_EQ(fs::status(folder / "a.tsc").permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

std::string refusal(const Trace& trace, const fs::path& path) {
  try {
    save(trace, path.string());
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(Replacing, WhatCannotBeWrittenIsOneLineAndTheOldFileStays) {
  const fs::path folder = fresh_folder("refused");
  const Trace trace = record(launch("naive", 128, 128, 16, 8, "random"));
  EXPECT_NE(refusal(trace, folder / "no" / "such" / "a.tsc").find("cannot be written: No such file or directory"),
            std::string::npos);
  EXPECT_NE(refusal(trace, folder).find("not a regular file"), std::string::npos);
  EXPECT_NE(refusal(trace, "/dev/full").find("not a regular file"), std::string::npos);
  EXPECT_NE(refusal(trace, "").find("does not name a file"), std::string::npos);
  EXPECT_NE(refusal(trace, folder / (std::string(250, 'x') + ".tsc")).find("File name too long"), std::string::npos);

  // The disk is full, or as good as: a limit on how large a file may be.
  const fs::path path = folder / "a.tsc";
  const Trace small = record(launch("naive", 4, 4, 4, 2));
  save(small, path.string());
  const FileBytes before = read_bytes(path);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit old{};
  getrlimit(RLIMIT_FSIZE, &old);
  rlimit low = old;
  low.rlim_cur = 8192;
  setrlimit(RLIMIT_FSIZE, &low);
  const std::string why = refusal(trace, path);
  setrlimit(RLIMIT_FSIZE, &old);
  std::signal(SIGXFSZ, handler);
  EXPECT_NE(why.find("a.tsc: cannot be written: File too large"), std::string::npos) << why;
  EXPECT_EQ(read_bytes(path), before);
  EXPECT_EQ(names_in(folder), std::vector<std::string>{"a.tsc"});
}

TEST(Replacing, OpeningWritesNothing) {
  const fs::path folder = fresh_folder("reading");
  const fs::path path = folder / "a.tsc";
  save(record(launch("naive", 4, 4, 4, 2)), path.string());
  fs::permissions(path, fs::perms::owner_read);
  fs::permissions(folder, fs::perms::owner_read | fs::perms::owner_exec);
  const auto stamp = fs::last_write_time(path);
  EXPECT_EQ(TraceFile(path.string()).load().kept_events(), 16U * 13);
  EXPECT_EQ(fs::last_write_time(path), stamp);
  fs::permissions(folder, fs::perms::owner_all);
  EXPECT_EQ(names_in(folder), std::vector<std::string>{"a.tsc"});
}

}  // namespace
}  // namespace tilescope::test
